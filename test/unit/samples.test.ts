import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Translation {
  readonly lang: string;
  readonly number: number;
  readonly content: string;
}

interface Example {
  readonly text: string;
  readonly translation: Readonly<Record<string, string>>;
}

interface Line {
  readonly id_dico: string;
  readonly id_article: number;
  readonly public_id: string;
  readonly radical: string;
  readonly article: {
    readonly entry: { readonly headword: string; readonly variants: readonly { readonly forme: string }[] };
    readonly category: string;
    readonly examples: readonly Example[];
    readonly translations: readonly Translation[];
  };
}

const METADATA_FIELDS = [
  'abbr_name',
  'comment',
  'description',
  'id_dico',
  'language',
  'long_name',
  'publication',
  'review_version',
  'review_year',
  'scripts',
  'short_name',
  'source',
  'src_authors',
  'target_languages',
  'trg_authors',
];

/** A Yoruba letter with a dot below that also carries a tone mark (U+0300 or U+0301), in NFC. */
const UNDER_DOT_WITH_TONE = /[ẹọ][\u0300\u0301]/iu;

const read = (file: string): string =>
  readFileSync(join(__dirname, '../../samples/yor_eng_fra_griot', file), 'utf8');

const rawLines = read('articles.jsonl')
  .split('\n')
  .filter((line) => line !== '');
const articles = (): readonly Line[] => rawLines.map((line) => JSON.parse(line) as Line);

/** A row of the table in SOURCES.md: number, headword, where to check (names a dictionary), where it was seen. */
const SOURCE_ROW = /^\|\s*(\d+)\s*\|\s*([^|\s]+)\s*\|[^|]*Wiktionary[^|]*\|\s*[WKDCL][^|]*\|$/gmu;

const sourceRows = (): readonly (readonly [number, string])[] =>
  [...read('SOURCES.md').matchAll(SOURCE_ROW)].map((line) => [Number(line[1]), String(line[2])]);

describe('the Yoruba sample dictionary', () => {
  it('has one JSON object a line and between 58 and 66 entries', () => {
    const lines = articles();

    expect(lines.length).toBeGreaterThanOrEqual(58);
    expect(lines.length).toBeLessThanOrEqual(66);
  });

  it.each(['articles.jsonl', 'metadata.json', 'SOURCES.md', 'LICENSE.md'])('has %s in NFC', (file) => {
    const text = read(file);

    expect(text).toBe(text.normalize('NFC'));
    expect(text.endsWith('\n')).toBe(true);
  });

  it('numbers its articles from 1 without a gap and never repeats an id', () => {
    const lines = articles();

    expect(lines.map((line) => line.id_article)).toEqual(lines.map((_, index) => index + 1));
    expect(new Set(lines.map((line) => line.public_id)).size).toBe(lines.length);
    expect(new Set(lines.map((line) => line.article.entry.headword)).size).toBe(lines.length);
  });

  it('carries all metadata fields as texts, under the id that every article names', () => {
    const metadata = JSON.parse(read('metadata.json')) as { readonly id_dico: string };

    expect(Object.keys(metadata).sort()).toEqual(METADATA_FIELDS);
    expect(
      Object.values(metadata).every((value) =>
        [value].flat().every((text) => typeof text === 'string' && text !== ''),
      ),
    ).toBe(true);
    expect(new Set(articles().map((line) => line.id_dico))).toEqual(new Set([metadata.id_dico]));
  });

  it('gives every entry a headword, a category and a translation', () => {
    const incomplete = articles().filter(
      ({ radical, article }) =>
        article.entry.headword === '' ||
        radical !== article.entry.headword ||
        article.category === '' ||
        article.translations.every(({ content }) => content === ''),
    );

    expect(incomplete).toEqual([]);
  });

  it('translates into English and French only, numbered from 1 in each language', () => {
    for (const { article } of articles()) {
      const languages = new Set(article.translations.map(({ lang }) => lang));

      expect(['en', 'fr']).toEqual(expect.arrayContaining([...languages]));
      for (const lang of languages) {
        const numbers = article.translations.filter((item) => item.lang === lang).map((item) => item.number);
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      }
    }
  });

  it('has at least 25 entries with an example, each in English and French', () => {
    const withExample = articles().filter(({ article }) => article.examples.length > 0);
    const examples = withExample.flatMap(({ article }) => article.examples);

    expect(withExample.length).toBeGreaterThanOrEqual(25);
    for (const { text, translation } of examples) {
      expect(text).not.toBe('');
      expect(Object.keys(translation)).toEqual(['en', 'fr']);
      expect(Object.values(translation)).not.toContain('');
    }
  });

  it('lists every headword under its number in SOURCES.md, and nothing else', () => {
    const expected = articles().map((line) => [line.id_article, line.article.entry.headword]);

    expect(sourceRows()).toEqual(expected);
  });

  it('exercises search with under-dots that carry a tone and with words that differ by tone alone', () => {
    const headwords = articles().map((line) => line.article.entry.headword);

    expect(headwords.filter((headword) => UNDER_DOT_WITH_TONE.test(headword))).toContain('ẹsẹ̀');
    expect(headwords).toEqual(expect.arrayContaining(['ọkọ', 'ọkọ́', 'ọkọ̀']));
  });

  it('is dedicated to the public domain under CC0 1.0', () => {
    const licence = read('LICENSE.md');

    expect(licence).toContain('CC0 1.0 Universal');
    expect(licence).toContain('https://creativecommons.org/publicdomain/zero/1.0/legalcode');
  });
});
