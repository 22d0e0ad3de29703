import type { OfflineArticle } from './article-index';
import type { SearchedDictionary } from '../services/search/prepared-search';

/** Metadata of a dictionary that a device stores besides its articles. */
export interface OfflineMetadata extends SearchedDictionary {
  readonly shortName: string | null;
  readonly longName: string | null;
  readonly language: string | null;
  readonly scripts: readonly string[];
  readonly license: string | null;
}

/** Converts an article on a device to the result of the reader's documents: absent fields become null. */
export function articleItemData({ number, headword, content }: OfflineArticle, dictionary: OfflineMetadata) {
  const { dictionaryId, shortName, language, scripts } = dictionary;
  return {
    dictionaryId,
    number,
    headword,
    dictionary: { shortName, language, scripts },
    content: {
      entry: { citation: content.entry.citation ?? null },
      categories: content.categories,
      translations: content.translations.map(filled),
    },
  };
}

export function articleData(article: OfflineArticle, dictionary: OfflineMetadata) {
  const { content, headword } = article;
  return {
    dictionaryId: dictionary.dictionaryId,
    number: article.number,
    headword,
    radical: content.radical ?? headword,
    dictionary,
    content: {
      type: content.type ?? null,
      entry: {
        citation: content.entry.citation ?? null,
        variants: content.entry.variants.map(filled),
      },
      categories: content.categories,
      classes: content.classes.map(filled),
      forms: content.forms.map(filled),
      senses: content.senses ?? null,
      translations: content.translations.map(filled),
      examples: content.examples.map(filled),
      definitions: content.definitions?.map(filled) ?? null,
      notes: content.notes?.map(filled) ?? null,
      usages: content.usages?.map(filled) ?? null,
      pronunciations: content.pronunciations?.map(filled) ?? null,
      relations: content.relations?.map(filled) ?? null,
      domains: content.domains?.map(filled) ?? null,
      etymologies: content.etymologies?.map(filled) ?? null,
      extra: content.extra,
    },
  };
}

/** The fields of items that pages show. Each kind of item has some of them. */
const SHOWN = [
  ...(['sense', 'number', 'lang', 'type', 'content', 'reversal', 'form', 'headword'] as const),
  ...(['pair', 'role', 'value', 'prefix', 'notation', 'tone'] as const),
  ...(['target', 'targetSense', 'gloss', 'language'] as const),
];

type Shown = (typeof SHOWN)[number];

type Filled<Item, Name extends keyof Item> = {
  readonly [Key in Name]-?: undefined extends Item[Key] ? Exclude<Item[Key], undefined> | null : Item[Key];
};

/** Returns the shown fields of an item, null where they are absent. */
function filled<Item extends object>(item: Item): Filled<Item, Shown & keyof Item> {
  const fields = item as Readonly<Record<string, unknown>>;
  return Object.fromEntries(SHOWN.map((name) => [name, fields[name] ?? null])) as Filled<
    Item,
    Shown & keyof Item
  >;
}
