import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unpacked } from '../../../src/formats/files/zip';
import { exported } from '../../support/format-files';

const hasHunspell = spawnSync('hunspell', ['--version']).status === 0;
if (!hasHunspell) process.stderr.write('hunspell is absent: spelling dictionaries are not opened in it.\n');
const describeWithHunspell = hasHunspell ? describe : describe.skip;

const WORDS = [
  'ilé',
  'ẹ̀kọ́',
  "n'ílé",
  'nʼọ̀nà',
  'ŋutsu',
  'ɲama',
  'ʋu',
  'ɖɔ̀ŋkɔ́',
  'ka-wɛ',
  'adɛ̃́',
  'kɔ',
  'kofi',
  'Ƙano',
];

/** What Hunspell says of words: whether they are right, and what it suggests for those that are not. */
async function checked(words: readonly string[]): Promise<readonly (true | readonly string[])[]> {
  const articles = WORDS.map((headword, at) => ({ publicId: String(at), source: { entry: { headword } } }));
  const file = await exported('hunspell', { articles, files: new Map() }, '.zip');
  const { folder, remove } = await unpacked(file, () => 'und.dic', ['.dic', '.aff']);
  const { stdout, stderr } = spawnSync('hunspell', ['-a', '-i', 'UTF-8', '-d', join(folder, 'und')], {
    input: words.map((word) => `^${word}\n`).join(''),
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  await remove();
  expect(stderr).toBe('');
  const [, ...answers] = stdout.split('\n');
  // The results for the parts of each line end with an empty line.
  const lines = answers.join('\n').split('\n\n').slice(0, words.length);
  return lines.map((answer) => {
    const parts = answer.split('\n').filter((part) => part !== '');
    if (parts.every((part) => /^[*+-]/.test(part))) return true;
    return parts.flatMap((part) => (part.startsWith('&') ? part.replace(/^.*?: /, '').split(', ') : []));
  });
}

describeWithHunspell('Hunspell', () => {
  test('accepts all words, in capitals, at the beginning of a sentence, in parts and with any apostrophe', async () => {
    const right = [
      ...WORDS,
      ...WORDS.map((word) => word.normalize('NFD')),
      'Ilé',
      'ILÉ',
      'Ẹ̀kọ́'.normalize('NFD'),
      'Ɖɔ̀ŋkɔ́',
      'n’ílé',
      "n'ọ̀nà",
      // The tone before the dot below, as some keyboards write it.
      'e\u0300\u0323ko\u0301\u0323',
      'è\u0323kó\u0323',
    ];

    const found = await checked(right);

    expect(right.filter((_, i) => found[i] !== true)).toEqual([]);
  });

  test.each([
    ['ile', 'ilé'],
    ['eko', 'ẹ̀kọ́'],
    ['ẹkọ', 'ẹ̀kọ́'],
    ['nílé', "n'ílé"],
    ["n'ile", "n'ílé"],
    ['ngutsu', 'ŋutsu'],
    ['nyama', 'ɲama'],
    ['vu', 'ʋu'],
    ['donko', 'ɖɔ̀ŋkɔ́'],
    ['dɔŋkɔ', 'ɖɔ̀ŋkɔ́'],
    ['ade', 'adɛ̃́'],
    ['kofii', 'kofi'],
    ['kano', 'Ƙano'],
  ])('does not accept %s, and suggests %s first', async (wrong, right) => {
    const [found] = await checked([wrong]);

    expect(found).not.toBe(true);
    expect((found as readonly string[])[0]?.normalize('NFC')).toBe(right.normalize('NFC'));
  });
});
