import type { ArticleContent } from '../domain/article/article-content';
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
      translations: content.translations.map(picked('content', 'lang', 'reversal')),
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
        variants: content.entry.variants.map(picked('form', 'headword', 'type')),
      },
      categories: content.categories,
      classes: content.classes.map(picked('pair', 'role', 'value', 'prefix')),
      forms: content.forms.map(picked('form', 'type')),
      senses: content.senses ?? null,
      translations: content.translations.map(picked('sense', 'content', 'lang', 'reversal')),
      examples: content.examples.map(picked('sense', 'number', 'content', 'lang', 'target')),
      ...detailsOf(content),
      extra: content.extra,
    },
  };
}

function detailsOf(content: ArticleContent) {
  const texts = picked('sense', 'lang', 'type', 'content');
  return {
    definitions: content.definitions?.map(texts) ?? null,
    notes: content.notes?.map(texts) ?? null,
    usages: content.usages?.map(texts) ?? null,
    pronunciations: content.pronunciations?.map(picked('sense', 'notation', 'content', 'tone')) ?? null,
    relations: content.relations?.map(picked('sense', 'type', 'target', 'targetSense', 'gloss')) ?? null,
    domains: content.domains?.map(picked('sense', 'content')) ?? null,
    etymologies:
      content.etymologies?.map(picked('sense', 'type', 'language', 'form', 'gloss', 'content')) ?? null,
  };
}

type Filled<Item, Name extends keyof Item> = {
  readonly [Key in Name]-?: undefined extends Item[Key] ? Exclude<Item[Key], undefined> | null : Item[Key];
};

/** Picks fields of an item, null where they are absent. */
function picked<Name extends string>(...names: readonly Name[]) {
  return <Item extends Readonly<Partial<Record<Name, unknown>>>>(item: Item) =>
    Object.fromEntries(names.map((name) => [name, item[name] ?? null])) as Filled<Item, Name & keyof Item>;
}
