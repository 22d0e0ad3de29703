import { cleanText, scalarText } from '../../../../src/domain/reading/values';

describe('text of a JSON value', () => {
  it.each([
    ['a\u0301', 'á'],
    [' a ', ' a '],
    [7, '7'],
    ['', undefined],
    [' \t', undefined],
    [true, undefined],
    [null, undefined],
    [undefined, undefined],
    [['a'], undefined],
  ])('of %j is %j', (value, text) => {
    expect(scalarText(value)).toBe(text);
  });

  it('has no NUL and no half of a surrogate pair', () => {
    expect(cleanText('a\0b\ud83ec𞤀')).toBe('a\uFFFDb\uFFFDc𞤀');
  });
});
