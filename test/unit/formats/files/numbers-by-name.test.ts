import { NumbersByName } from '../../../../src/formats/files/numbers-by-name';

const NAMES = 100_000;

describe('numbers by name', () => {
  test('keeps the last number of each of many names, and knows no other', () => {
    const numbers = new NumbersByName();
    for (let n = 1; n <= NAMES; n++) numbers.set(`id_article ${n}`, n);
    numbers.set('id_article 7', 4_294_967_295);
    for (let n = 1; n <= NAMES; n++)
      if (n !== 7 && numbers.get(`id_article ${n}`) !== n) throw new Error(`${n} is lost`);
    expect(numbers.get('id_article 7')).toBe(4_294_967_295);
    for (const name of ['', 'id_article', 'id_article 0', `id_article ${NAMES + 1}`, 'id_article 07'])
      expect({ name, has: numbers.has(name) }).toEqual({ name, has: false });
  });
});
