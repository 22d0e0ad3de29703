import { Field, ID, InputType, Int, ObjectType, ArgsType } from 'type-graphql';
import { Article } from '../../domain/article/article';
import { DEFAULT_PAGE_SIZE, type SortOrder } from '../../shared/paging';
import { SortDirection } from '../paging/connection';
import { SearchMatchView } from './search-match';

const dictionaryId = () =>
  Field(() => ID, {
    nullable: true,
    description: 'Search only the dictionary with this global identifier (`id`).',
  });

const dictionary = () =>
  Field(() => ID, {
    nullable: true,
    description: 'Search only this dictionary, given by identifier or number. Replaces `dictionaryId`.',
  });

@InputType('SearchFilter', { description: 'Restricts a search to articles that match all given conditions.' })
class SearchFilterInput {
  @dictionaryId()
  dictionaryId?: string | null;

  @dictionary()
  dictionary?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only articles of this category, spelled as in the article.',
  })
  category?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only articles of this grammatical class: a pair, or a class given as plain text.',
  })
  class?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only articles with a translation into this language, e.g. `fr`. Translations into other languages are not searched.',
  })
  language?: string | null;
}

/** The GraphQL form of a `SearchHit`. */
@ObjectType('SearchHit', { description: 'An article that matches a search, and why.', simpleResolvers: true })
export class SearchHitView {
  @Field(() => Article, { description: 'The article.' })
  article!: Article;

  @Field(() => SearchMatchView, { description: 'Why the article matches.' })
  match!: SearchMatchView;
}

@ObjectType({ description: 'A headword that begins with the given prefix.', simpleResolvers: true })
export class Suggestion {
  @Field(() => String, { description: 'The headword.' })
  text!: string;

  @Field(() => Article, { description: 'An article with this headword.' })
  article!: Article;
}

@ObjectType({ description: 'A headword whose article has a matching translation.', simpleResolvers: true })
export class HeadwordForTranslation {
  @Field(() => Article, { description: 'The article of the headword.' })
  article!: Article;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the matching translation (the sense) within the article.',
  })
  senseNumber!: number | null;

  @Field(() => Int, { description: 'Rank of the result. 1 is the best.' })
  rank!: number;

  @Field(() => SearchMatchView, { description: 'The translation that matched and how well it matches.' })
  match!: SearchMatchView;
}

@ObjectType({
  description: 'A noun, found by one of its forms, with its noun classes.',
  simpleResolvers: true,
})
export class Noun {
  @Field(() => Article, { description: 'The article of the noun.' })
  article!: Article;

  @Field(() => String, {
    nullable: true,
    description: 'The form that the article marks as singular; otherwise the headword.',
  })
  singular!: string | null;

  @Field(() => [String], { description: 'Plural forms in the order of the article.' })
  plurals!: readonly string[];

  @Field(() => [String], {
    description:
      'Plurals that the noun class rules of the dictionary or its language make of the headword, without those in `plurals`.',
  })
  regularPlurals!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'Pair of singular and plural class, such as "7/8"; otherwise the class as written.',
  })
  pair!: string | null;

  @Field(() => SearchMatchView, { description: 'The form that matched and how well it matches.' })
  match!: SearchMatchView;
}

const first = () =>
  Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PAGE_SIZE,
    description: 'Maximum number of results.',
  });

@ArgsType()
export class SearchArgs {
  @Field(() => String, { description: 'The search text.' })
  text!: string;

  @Field(() => SearchFilterInput, { nullable: true, description: 'Restricts the search.' })
  filter?: SearchFilterInput | null;

  @first()
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Return hits after this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the page to return, starting at 1, with `first` hits per page. An alternative to cursors.',
  })
  page?: number | null;

  @Field(() => SortDirection, {
    nullable: true,
    description:
      'Sorts the best 1,000 hits by headword in this direction. By default, hits are ordered by rank.',
  })
  sort?: SortOrder | null;
}

@ArgsType()
export class SuggestArgs {
  @Field(() => String, { description: 'The beginning of a headword.' })
  prefix!: string;

  @dictionaryId()
  dictionaryId?: string | null;

  @dictionary()
  dictionary?: string | null;

  @first()
  first?: number | null;
}

@ArgsType()
export class NounsArgs {
  @Field(() => String, { description: 'A singular, a plural or another form.' })
  form!: string;

  @dictionaryId()
  dictionaryId?: string | null;

  @dictionary()
  dictionary?: string | null;

  @first()
  first?: number | null;
}

@ArgsType()
export class HeadwordsForArgs {
  @Field(() => String, { description: 'One or more words of another language.' })
  translation!: string;

  @Field(() => String, { nullable: true, description: 'Language tag of the translation, e.g. `fr`.' })
  language?: string | null;

  @dictionaryId()
  dictionaryId?: string | null;

  @dictionary()
  dictionary?: string | null;

  @first()
  first?: number | null;
}
