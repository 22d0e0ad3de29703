import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of `articles.jsonl`. */
export interface Line {
  readonly id_dico: string;
  readonly id_article: number;
  readonly public_id: string;
  readonly radical?: string;
  readonly article: Readonly<Record<string, unknown>>;
}

const PROJECT = join(__dirname, '..', '..', '..');
const REAL = ['wol_fra_cisse', 'sag_eng_weston', 'swh_eng_fd', 'afr_eng_fd'].map((name) =>
  join(PROJECT, '..', 'shared', 'data', name),
);
const SAMPLE = join(PROJECT, 'samples', 'yor_eng_fra_griot');

/** Lines of each dictionary that are taken, spread over all of it. */
const MOST_LINES = 80;

/** Dictionaries to read: real ones where they are at hand, the sample, and one of shapes that no list is tidy about. */
export function dictionaries(): ReadonlyMap<string, readonly Line[]> {
  const folders = [...REAL.filter(existsSync), SAMPLE];
  const read = folders.map((folder) => linesIn(folder));
  return new Map([...read, WILD].map((lines) => [lines[0]!.id_dico, lines]));
}

function linesIn(folder: string): readonly Line[] {
  const lines = readFileSync(join(folder, 'articles.jsonl'), 'utf8').split('\n').filter(Boolean);
  const step = Math.ceil(lines.length / MOST_LINES);
  return lines.filter((_, i) => i % step === 0).map((line) => JSON.parse(line) as Line);
}

const SHAPES: readonly Record<string, unknown>[] = [
  { entry: { headword: 'Ŋaŋa' }, category: 'n', class: '', translations: [] },
  { entry: { headword: 'ŋaŋa' }, category: 'n', class: '7/8', type: 'noun' },
  { entry: { headword: '-naŋa' }, translations: [{ lang: 'FR', number: '2', content: 'deux' }] },
  { entry: { headword: "n'aŋa" }, forms: [], form: ['nanga'], example: 'Naŋa!' },
  { entry: { headword: 'ɓàŋ' }, translations: ['sans langue', { lang: 'fr', content: 'bang' }] },
  { entry: { headword: 'ban g' }, class: { pair: '1/2' }, type: 'x' },
  { entry: { headword: 'bañ' }, examples: { text: 'Bañ naa.', translation: { fr: 'Je refuse.' } } },
  {
    article: {
      entry: { variant: { prefix: 'kɪ̀', radical: 'tɔ́ŋ', forme: 'simple' } },
      category: { cat: [{ number: '1', content: 'n' }] },
      translations: {
        equivalent: [
          { lang: 'fr', number: '1', content: 'oreille' },
          { lang: 'fr', number: '2', content: 'anse' },
          { lang: 'ko', number: '1', content: 'tɔ' },
        ],
      },
    },
  },
  {
    article: {
      article: {
        entry: { headword: 'kiton', variants: [{ radical: 'ton' }] },
        category: { cat: { number: '1', content: 'v' } },
        translations: { equivalent: { lang: 'es', number: '1', content: 'oír' } },
      },
    },
  },
  { category: 'nothing to look up' },
  { entry: {}, radical: 'ƴaru', forms: { form: 'ƴaruuji', type: 'plural' } },
  { entry: { headword: '‹zuzu›' }, type: '  ', examples: [], translations: [{ lang: 'wo', content: 'x' }] },
];

const WILD: readonly Line[] = SHAPES.map((article, i) => ({
  id_dico: 'ŋwild_1',
  id_article: i * 3 + 1,
  public_id: `wild/${String(i)}`,
  article,
}));
