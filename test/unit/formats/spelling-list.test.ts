import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpacked } from '../../../src/formats/files/zip';
import { exported } from '../../support/format-files';

/** Yoruba words with letters that keyboards lack, a part of words, an apostrophe, a homograph number. */
const ARTICLES = [
  { entry: { headword: 'ilé' }, examples: [{ content: 'Ilé ni mo wà. Mo rí ilé.' }] },
  { entry: { headword: 'ẹ̀kọ́²', variants: [{ headword: 'ẹkọ' }] } },
  { entry: { headword: "n'ílé" }, forms: [{ form: 'ìlú ńlá' }] },
  { entry: { headword: '-ka' } },
].map((source, at) => ({ publicId: String(at), source }));

const written = async (format: string) => exported(format, { articles: ARTICLES, files: new Map() }, '.out');

test('a word list has headwords, variants and forms, with how often they are in the examples', async () => {
  const text = readFileSync(await written('words'), 'utf8');

  expect(text.split('\n')).toEqual(
    ["n'ílé", 'ilé\t2', 'ìlú', 'ńlá', 'ẹkọ', 'ẹ̀kọ́', '']
      .map((one) => one.normalize('NFC'))
      .sort((a, b) => {
        if (a === '' || b === '') return a === '' ? 1 : -1;
        return a < b ? -1 : 1;
      }),
  );
});

test('a spelling dictionary counts its words, and maps what keyboards lack', async () => {
  const { folder, remove } = await unpacked(await written('hunspell'), () => 'und.dic', ['.dic', '.aff']);
  const file = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n');
  const [count, ...words] = file('und.dic');
  const rules = file('und.aff');
  await remove();

  expect(words).toContain('ilé'.normalize('NFC'));
  expect(Number(count)).toBe(words.length);
  expect(rules).toContain('SET UTF-8');
  expect(rules.find((rule) => rule.startsWith('WORDCHARS'))).toMatch(/^WORDCHARS (?=.*')(?=.*\u0301)/u);
  expect(rules).toContain(`ICONV ${'é'.normalize('NFD')} ${'é'.normalize('NFC')}`);
  // Who types e finds what is written with ẹ and its tones.
  expect(rules.find((rule) => rule.startsWith('MAP e'))).toContain(`(${'ẹ̀'.normalize('NFC')})`);
  const mapped = rules.find((rule) => /^MAP \d/.test(rule));
  expect(Number(mapped?.split(' ')[1])).toBe(rules.filter((rule) => /^MAP \D/.test(rule)).length);
});
