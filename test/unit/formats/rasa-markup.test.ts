import { utteranceOf } from '../../../src/formats/bots/rasa-markup';

test.each([
  ['to [Dakar](city)', [{ start: 3, end: 8, entity: 'city' }]],
  ['[[Dakar](city)', [{ start: 1, end: 6, entity: 'city' }]],
  ['[NBO](city:Nairobi)', [{ start: 0, end: 3, entity: 'city', value: 'Nairobi' }]],
  ['[Dakar]{"entity": "city", "role": "to"}', [{ start: 0, end: 5, entity: 'city', role: 'to' }]],
  [
    '[Dakar][{"entity": "city"}, {"entity": "capital"}]',
    [
      { start: 0, end: 5, entity: 'city' },
      { start: 0, end: 5, entity: 'capital' },
    ],
  ],
  ['[Dakar]( and [Dakar][{', []],
])('the entities of %s are found', (example, spans) => {
  expect(utteranceOf(example).spans).toEqual(spans);
});
