/** Types of the results of the documents in `schema/operations/reader`. A test runs each document and reads every member. */

import type { JsonObject } from '../../shared/json';
import type { WrittenIn } from './languages';

export interface Equivalent {
  readonly content: string;
  readonly lang: string | null;
  /** Whether the equivalent only serves to find the word. */
  readonly reversal?: boolean | null;
}

export interface ArticleItem {
  readonly dictionaryId: string;
  readonly number: number;
  readonly headword: string | null;
  readonly dictionary: (WrittenIn & { readonly shortName: string | null }) | null;
  readonly content: {
    /** The citation form, which is shown instead of the headword. */
    readonly entry: { readonly citation: string | null };
    readonly categories: readonly { readonly content: string }[];
    readonly translations: readonly Equivalent[];
  };
}

export interface Match {
  readonly tier: string;
  readonly field: string;
  readonly lang: string | null;
  readonly text: string;
  /** Pieces of the text if only some of its words match; otherwise null. */
  readonly snippet: readonly { readonly text: string; readonly isMatch: boolean }[] | null;
}

export interface Hit {
  readonly match: Match;
  readonly article: ArticleItem;
}

interface Listing<Item> {
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly nodes: readonly Item[];
}

export interface SearchData {
  readonly search: Listing<Hit> & { readonly didYouMean: readonly string[] };
}

export interface HeadwordsData {
  readonly headwordsFor: readonly {
    readonly rank: number;
    readonly match: Omit<Match, 'field' | 'snippet'>;
    readonly article: ArticleItem;
  }[];
}

export interface CardData {
  readonly article:
    | (Pick<Article, 'dictionaryId' | 'headword'> & {
        readonly dictionary: Omit<DictionaryName, 'dictionaryId' | 'letterKeys'> | null;
        readonly content: { readonly translations: readonly Pick<Equivalent, 'content'>[] };
      })
    | null;
}

export interface ArticleData {
  readonly article: Article | null;
}

export interface Article {
  readonly dictionaryId: string;
  readonly number: number;
  readonly headword: string | null;
  readonly radical: string | null;
  readonly previous: Neighbour | null;
  readonly next: Neighbour | null;
  readonly dictionary: (WrittenIn & DictionaryName & Metadata & { readonly license: string | null }) | null;
  readonly content: ArticleContent;
  /** Media files; absent in copies on devices. */
  readonly media?: readonly MediaItem[];
}

/** The article before or after another one. */
export type Neighbour = Pick<ArticleItem, 'dictionaryId' | 'number' | 'headword'>;

type OfSense<Field extends string> = Readonly<Record<Field, string | null>> & {
  readonly sense: number | null;
};
type Details<Field extends string> = readonly OfSense<Field>[] | null;

/** The optional lists of an article. */
export interface DetailedContent {
  readonly definitions: Details<'lang' | 'type' | 'content'>;
  readonly notes: Details<'lang' | 'type' | 'content'>;
  readonly usages: Details<'lang' | 'type' | 'content'>;
  /** Pronunciations. Copies on devices lack the addresses of recordings. */
  readonly pronunciations:
    readonly (OfSense<'notation' | 'content' | 'tone'> & { readonly href?: string | null })[] | null;
  /** References to recordings and pictures; absent in copies on devices. */
  readonly media?: Details<'href' | 'label'>;
  readonly relations:
    readonly (OfSense<'type' | 'target' | 'gloss'> & { readonly targetSense?: number | null })[] | null;
  readonly domains: Details<'content'>;
  readonly etymologies: Details<'type' | 'language' | 'form' | 'gloss' | 'content'>;
}

export interface ArticleContent extends DetailedContent {
  readonly type: string | null;
  readonly entry: { readonly citation: string | null; readonly variants: readonly Variant[] };
  readonly categories: readonly { readonly content: string; readonly sense?: number | null }[];
  readonly classes: readonly Readonly<Record<'pair' | 'role' | 'value' | 'prefix', string | null>>[];
  readonly forms: readonly OfSense<'form' | 'type'>[];
  readonly senses: readonly { readonly number: number; readonly indicator?: string | null }[] | null;
  readonly translations: readonly (Equivalent & { readonly sense: number | null })[];
  readonly examples: readonly Example[];
  /** Members for which the typed reading has no field. */
  readonly extra: JsonObject;
}

export type Variant = OfSense<'form' | 'headword' | 'type'>;

export interface Example {
  readonly sense: number | null;
  readonly number: number;
  readonly content: string | null;
  readonly lang: string | null;
  readonly target: string | null;
  readonly href?: string | null;
}

/** A recording or picture that this server stores. */
export interface MediaItem {
  readonly mediaId: string;
  readonly name: string;
  readonly kind: 'AUDIO' | 'PICTURE';
  readonly width: number | null;
  readonly height: number | null;
  readonly description: string | null;
  readonly lang: string | null;
  readonly speaker: string | null;
  readonly license: string | null;
  readonly url: string;
}

export interface DictionaryName {
  readonly dictionaryId: string;
  readonly shortName: string | null;
  readonly longName: string | null;
  /** Letters that an English keyboard lacks. */
  readonly letterKeys?: readonly string[];
  /** Whether the dictionary accepts suggestions; absent in copies on devices. */
  readonly acceptsSuggestions?: boolean;
}

export interface DictionaryNamesData {
  /** The chosen dictionary; absent if none is chosen, null if it does not exist. */
  readonly chosen?: DictionaryName | null;
  readonly dictionaries: { readonly nodes: readonly DictionaryName[] };
}

export interface DictionaryCard extends DictionaryName, WrittenIn {
  readonly license: string | null;
  readonly description: string | null;
  readonly statistics: {
    readonly articles: number;
    readonly languages: readonly { readonly language: string; readonly articles?: number }[];
  };
}

/** Metadata that is selected only if it is public. */
export type Metadata = Readonly<
  Partial<
    Record<
      | 'sourceAuthors'
      | 'targetAuthors'
      | 'publication'
      | 'source'
      | 'reviewVersion'
      | 'reviewYear'
      | 'comment',
      string | null
    >
  >
>;

/** The initial letters of headwords. */
export interface Letters {
  readonly letters: readonly { readonly letter: string; readonly count: number | null }[];
}

export interface DictionariesData {
  readonly dictionaries: Listing<DictionaryCard>;
}

export interface DictionaryData {
  readonly dictionary: (DictionaryCard & Metadata & Letters) | null;
  readonly articles: Listing<ArticleItem>;
}

export interface PickedData {
  readonly articles: { readonly totalCount: number | null; readonly nodes: readonly ArticleItem[] };
}

export interface SitemapDictionariesData {
  readonly dictionaries: Listing<{
    readonly dictionaryId: string;
    readonly statistics: { readonly articles: number };
  }>;
}

export interface SitemapArticlesData {
  readonly dictionary: { readonly dictionaryId: string } | null;
  readonly articles: {
    readonly nodes: readonly (Pick<ArticleItem, 'dictionaryId' | 'number'> & {
      readonly updatedAt: string | Date;
    })[];
  };
}
