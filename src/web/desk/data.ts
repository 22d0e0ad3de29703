/** Types of the results of the documents in `schema/operations/desk`. */

import type { DictionaryCard } from '../reader/data';
import type { ShownArticle } from '../reader/pages/article-page';
import type { FormContent } from './article/article-state';

/** Roles in a dictionary. Each includes the rights of the previous ones. */
const DICTIONARY_ROLES = ['READER', 'CONTRIBUTOR', 'EDITOR', 'OWNER'] as const;

export type DictionaryRole = (typeof DICTIONARY_ROLES)[number];

/** Whether a role in a dictionary includes a required role. */
export function hasRole(needed: DictionaryRole, role: DictionaryRole | null): boolean {
  return role !== null && DICTIONARY_ROLES.indexOf(role) >= DICTIONARY_ROLES.indexOf(needed);
}

export function mayEdit({ viewerRole }: { readonly viewerRole: DictionaryRole | null }): boolean {
  return hasRole('EDITOR', viewerRole);
}

/** Whether the viewer may propose articles and changes: contributors may, and everyone if the dictionary accepts suggestions. */
export function mayPropose({
  viewerRole,
  acceptsSuggestions,
}: Pick<DictionaryHead, 'viewerRole' | 'acceptsSuggestions'>): boolean {
  return acceptsSuggestions || hasRole('CONTRIBUTOR', viewerRole);
}

interface Listing<Item> {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly nodes: readonly Item[];
}

export interface HomeData {
  readonly dictionaries: Listing<
    Pick<DictionaryCard, 'dictionaryId' | 'shortName' | 'longName'> & {
      readonly viewerRole: DictionaryRole | null;
      readonly statistics: {
        readonly articles: number;
        readonly withExample: number;
        readonly languages: readonly { readonly language: string }[];
      };
    }
  >;
}

export interface DictionaryHead extends Pick<
  DictionaryCard,
  'dictionaryId' | 'shortName' | 'longName' | 'language' | 'scripts'
> {
  readonly viewerRole: DictionaryRole | null;
  readonly acceptsSuggestions: boolean;
  readonly statistics: { readonly articles: number };
}

export interface ArticleRow {
  readonly dictionaryId: string;
  readonly number: number;
  readonly headword: string | null;
  readonly isDisabled: boolean;
  readonly revision: number;
  readonly updatedAt: string;
  readonly content: {
    readonly entry: { readonly headword: string | null };
    readonly categories: readonly {
      readonly content: string;
      readonly number: number | null;
      readonly sense: number | null;
    }[];
    readonly translations: readonly {
      readonly content: string;
      readonly lang: string | null;
      readonly number: number;
      readonly reversal: boolean | null;
      readonly sense: number | null;
    }[];
  };
}

type LetteredHead = DictionaryHead & { readonly letters: readonly { readonly letter: string }[] };

export interface ArticlesData {
  readonly dictionary: LetteredHead | null;
  readonly articles: Listing<ArticleRow>;
}

export interface FoundArticlesData {
  readonly dictionary: LetteredHead | null;
  readonly search: Listing<{ readonly article: ArticleRow }> & { readonly didYouMean: readonly string[] };
}

/** The languages and letters of a dictionary that its forms offer. */
export interface Writing extends LetteredHead {
  readonly targetLanguages: readonly string[];
  readonly letterKeys: readonly string[];
}

export interface NewArticleData {
  readonly dictionary: Writing | null;
}

export interface EditedArticle extends Omit<ShownArticle, 'content' | 'dictionary'> {
  readonly isDisabled: boolean;
  readonly revision: number;
  readonly updatedAt: string;
  readonly viewerCanUpdate: boolean;
  /** The oldest open proposals, for editors. */
  readonly proposals?: {
    readonly nodes: readonly {
      readonly proposalId: string;
      readonly username: string | null;
      readonly createdAt: string;
    }[];
  } | null;
  readonly dictionary: Writing;
  readonly content: FormContent;
}

export interface EditedArticleData {
  readonly article: EditedArticle | null;
}

export interface EarlierContent {
  readonly revision: number;
  readonly by: string | null;
  readonly parts: readonly string[];
  readonly content: FormContent | null;
}

export interface EarlierContentsData {
  readonly articleRevisions: { readonly nodes: readonly EarlierContent[] };
}
