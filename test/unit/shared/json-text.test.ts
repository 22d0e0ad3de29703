import fc from 'fast-check';
import { JsonText } from '../../../src/shared/json';
import { jsonOf } from '../../../src/shared/json-text';

test('is the text of JSON.stringify for every JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonOf(value)).toBe(JSON.stringify(value));
    }),
  );
});

test('inserts stored JSON text unchanged, and serialises other objects', () => {
  const value = { a: new JsonText('{"b" : 1}'), c: [new Date(0), undefined], d: undefined };

  expect(jsonOf(value)).toBe('{"a":{"b" : 1},"c":["1970-01-01T00:00:00.000Z",null]}');
});
