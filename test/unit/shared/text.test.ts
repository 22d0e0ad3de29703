import { nfc } from '../../../src/shared/text';

const ACUTE = '\u0301';
const BELOW = '\u0316';
const JOINER = '\u034F';

test('text becomes NFC', () => {
  expect(nfc(`e${ACUTE}`)).toBe('é');
});

test('leaves thirty marks on a letter unchanged', () => {
  const text = `x${ACUTE.repeat(30)}`;

  expect(nfc(text)).toBe(text);
});

test('more marks are broken up by a joiner after every thirtieth, once and for all', () => {
  const broken = nfc(`x${(ACUTE + BELOW).repeat(50)}`);

  expect(broken.split(JOINER).map((part) => part.length)).toEqual([31, 30, 30, 10]);
  expect(nfc(broken)).toBe(broken);
});
