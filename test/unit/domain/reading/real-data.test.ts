import { canonical } from './canonical';
import { readArticle } from '../../../../src/domain/reading/read-article';
import type { Json } from '../../../../src/shared/json';
import { linesOf } from './dictionary-lines';
import type { Line } from './dictionary-lines';

interface Numbered {
  readonly lang?: string;
  readonly number: string | number;
  readonly content: string;
}
type OneOrMany<T> = T | readonly T[] | undefined;

interface Wrapped {
  readonly article: {
    readonly entry: { readonly variant: OneOrMany<{ readonly radical: string }> };
    readonly category: { readonly cat: OneOrMany<Numbered> };
    readonly class?: { readonly data: OneOrMany<Numbered> };
    readonly translations?: { readonly equivalent: OneOrMany<Numbered> };
  };
}

interface Flat {
  readonly entry: { readonly headword: string; readonly variants: readonly { readonly radical: string }[] };
  readonly category: string;
  readonly class: string;
  readonly forms: readonly unknown[];
  readonly examples: readonly {
    readonly text: string;
    readonly translation: Readonly<Record<string, string>>;
  }[];
  readonly translations: readonly Numbered[];
}

const WRAPPED: readonly Line[] = [
  {
    radical: 'kɪ̀tɔ́ŋ',
    article: {
      article: {
        type: 'n',
        entry: {
          id: '1',
          variant: [
            { forme: 'simple', radical: 'kɪ̀tɔ́ŋ' },
            { forme: 'simple', radical: 'tɔ́ŋ' },
          ],
        },
        category: { cat: { number: '1', content: 'n' } },
        class: { data: { number: '1', content: '7/8' } },
        translations: { equivalent: { lang: 'fr', number: '1', content: 'panier' } },
      },
    },
  },
];
const FLAT: readonly Line[] = [
  {
    radical: 'kɪ̀tɔ́ŋ',
    article: {
      entry: {
        headword: 'kɪ̀tɔ́ŋ',
        variants: [{ forme: 'tɔ́ŋ', prefix: '', radical: 'tɔ́ŋ', suffix: '', type: 'north' }],
      },
      category: 'n',
      class: '',
      forms: [{ form: 'bɪ̀tɔ́ŋ', type: 'plural' }],
      examples: [{ text: 'kɪ̀tɔ́ŋ kɛ́ná', translation: { fr: 'un grand panier' } }],
      translations: [{ lang: 'fr', number: 1, content: 'panier' }],
      extra: { source_id: 'a1' },
    },
  },
];

function many<T>(written: OneOrMany<T>): readonly T[] {
  return written === undefined ? [] : ([written].flat() as readonly T[]);
}

function nfc(value: Json): unknown {
  return JSON.parse(JSON.stringify(value).normalize('NFC'));
}

describe('the wrapped shape of the original service', () => {
  const lines = linesOf('originals/generated_wrapped_articles.jsonl', WRAPPED);

  it('is read without a warning', () => {
    const warned = lines.filter(({ article }) => readArticle(article).warnings.length > 0);

    expect(warned).toStrictEqual([]);
  });

  it('reads headword, categories, classes and translations as written', () => {
    for (const { article } of lines) {
      const { article: raw } = article as unknown as Wrapped;
      const full = (item: Numbered) => item.content !== '';

      const reading = readArticle(article);

      expect(reading.entry.headword).toBe(nfc(many(raw.entry.variant)[0]!.radical));
      expect(reading.entry.variants).toHaveLength(many(raw.entry.variant).length);
      expect(reading.categories).toStrictEqual(
        many(raw.category.cat)
          .filter(full)
          .map(({ number, content }) => ({ number: Number(number), content })),
      );
      expect(reading.classes).toStrictEqual(many(raw.class?.data).map(({ content }) => ({ value: content })));
      expect(reading.translations).toStrictEqual(
        many(raw.translations?.equivalent).map((item) => ({
          lang: item.lang,
          number: Number(item.number),
          content: nfc(item.content),
        })),
      );
    }
  });
});

describe.each(['afr_eng_fd', 'sag_eng_weston', 'swh_eng_fd', 'wol_fra_cisse'])(
  'the dictionary %s',
  (name) => {
    const lines = linesOf(`data/${name}/articles.jsonl`, FLAT);

    it('is read without a warning', () => {
      const warned = lines.filter(({ article }) => readArticle(article).warnings.length > 0);

      expect(warned).toStrictEqual([]);
    });

    it('reads headword, translations, category, class and the number of examples and forms as written', () => {
      const differences = lines.filter(({ article }) => {
        const raw = nfc(article) as Flat;
        const reading = readArticle(article);
        const seen = {
          headword: reading.entry.headword,
          variants: reading.entry.variants.map(({ headword }) => headword),
          categories: reading.categories.map(({ content }) => content),
          classes: reading.classes.map(({ value }) => value),
          forms: reading.forms,
          translations: reading.translations,
          examples: reading.examples.map(({ content, lang, target }) => [content, lang, target]),
        };
        const written = {
          headword: raw.entry.headword,
          variants: raw.entry.variants.map(({ radical }) => radical),
          categories: raw.category === '' ? [] : [raw.category],
          classes: raw.class === '' ? [] : [raw.class],
          forms: raw.forms,
          translations: raw.translations,
          examples: raw.examples.map(({ text, translation }) => [
            text,
            ...(Object.entries(translation)[0] ?? []),
          ]),
        };
        return !sameJson(seen, written);
      });

      expect(differences).toStrictEqual([]);
    });

    it('has a canonical JSON that is read to the same reading', () => {
      const changed = lines.filter(({ article }) => {
        const reading = readArticle(article);
        return (
          JSON.stringify(canonical(readArticle(canonical(reading)))) !== JSON.stringify(canonical(reading))
        );
      });

      expect(changed).toStrictEqual([]);
    });
  },
);

/** Equal but for the order of members and for members that are unset. */
function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, ordered(inner)]);
}
