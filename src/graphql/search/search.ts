import { Field, ID, InputType, Int, ObjectType, registerEnumType, ArgsType } from 'type-graphql';
import { Article } from '../../domain/article/article';
import type { SearchLevel } from '../../domain/search/search-steps';
import type { MatchField } from '../../domain/search/letters';
import type { SortOrder } from '../../shared/paging';
import { SortDirection } from '../paging/connection';

const LevelName = {
  EXACT: 'exact',
  LIGHT: 'light',
  VARIANT: 'variant',
  LETTERS: 'letters',
  FOLDED: 'folded',
  FOLDED_VARIANT: 'foldedVariant',
  TRANSLATION: 'translation',
  WORD: 'word',
  PREFIX: 'prefix',
  VARIANT_WORD: 'variantWord',
  VARIANT_PREFIX: 'variantPrefix',
  TRANSLATION_WORD: 'translationWord',
  FUZZY: 'fuzzy',
} as const satisfies Record<string, SearchLevel>;

registerEnumType(LevelName, {
  name: 'SearchLevel',
  description: 'How well an article matches, best first.',
  valuesConfig: {
    EXACT: { description: 'The headword is spelled so.' },
    LIGHT: { description: 'The headword, but for case, apostrophes, hyphens and look-alike letters.' },
    VARIANT: { description: 'A variant or form is spelled so.' },
    LETTERS: { description: 'The headword, but for marks of tone, length and vowels.' },
    FOLDED: { description: 'The headword as a plain keyboard writes it: without marks and special letters.' },
    FOLDED_VARIANT: { description: 'A variant or form as a plain keyboard writes it.' },
    TRANSLATION: { description: 'A whole equivalent in another language.' },
    WORD: { description: 'A word, or words, of a headword of several.' },
    PREFIX: { description: 'The headword begins so.' },
    VARIANT_WORD: { description: 'A word, or words, of a variant or form of several.' },
    VARIANT_PREFIX: { description: 'A variant or form begins so.' },
    TRANSLATION_WORD: { description: 'A word, or words, in a translation.' },
    FUZZY: { description: 'One letter is left out, added, replaced, or swapped with the next.' },
  },
});

const FieldName = {
  HEADWORD: 'headword',
  VARIANT: 'variant',
  FORM: 'form',
  TRANSLATION: 'translation',
} as const satisfies Record<string, MatchField>;

registerEnumType(FieldName, {
  name: 'MatchField',
  description: 'Where in an article a text stands.',
  valuesConfig: {
    HEADWORD: { description: 'The headword.' },
    VARIANT: { description: 'A variant of the headword.' },
    FORM: { description: 'An inflected form.' },
    TRANSLATION: { description: 'A translation.' },
  },
});

@InputType({ description: 'Which articles a search looks at. What is left out does not narrow it.' })
class SearchFilterInput {
  @Field(() => ID, { nullable: true, description: 'This dictionary: its identifier, or its number.' })
  dictionaryId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Articles of this category, spelled as the article has it.',
  })
  category?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Articles of this grammatical class: its pair or its bare text.',
  })
  class?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Articles with a translation into this language, e.g. `fr`; other translations are not searched.',
  })
  language?: string | null;
}

@ObjectType({ description: 'Why an article was found.', simpleResolvers: true })
class SearchMatch {
  @Field(() => FieldName, { description: 'Where the text stands that matched.' })
  field!: MatchField;

  @Field(() => LevelName, { description: 'How well it matches.' })
  level!: SearchLevel;

  @Field(() => String, { description: 'The text that matched, as the article has it.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Language tag, when the text is a translation.' })
  lang!: string | null;
}

@ObjectType({ description: 'An article that was found, and why.', simpleResolvers: true })
export class SearchHit {
  @Field(() => Article, { description: 'The article.' })
  article!: Article;

  @Field(() => SearchMatch, { description: 'Why it was found.' })
  match!: SearchMatch;
}

@ObjectType({ description: 'A headword that begins as was typed.', simpleResolvers: true })
export class Suggestion {
  @Field(() => String, { description: 'The headword.' })
  text!: string;

  @Field(() => Article, { description: 'An article about it.' })
  article!: Article;
}

@ObjectType({ description: 'A headword for a translation.', simpleResolvers: true })
export class HeadwordForTranslation {
  @Field(() => Article, { description: 'The article of the headword.' })
  article!: Article;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the translation within the article: its sense.',
  })
  senseNumber!: number | null;

  @Field(() => Int, { description: 'Place among the answers, from 1 for the best.' })
  rank!: number;

  @Field(() => SearchMatch, { description: 'The translation that matched, and how well.' })
  match!: SearchMatch;
}

@ObjectType({ description: 'A noun, found by one of its forms, with its class.', simpleResolvers: true })
export class Noun {
  @Field(() => Article, { description: 'The article of the noun.' })
  article!: Article;

  @Field(() => String, {
    nullable: true,
    description: 'Its singular: the form that the article calls so, else the headword.',
  })
  singular!: string | null;

  @Field(() => [String], { description: 'Its plurals, in the order of the article.' })
  plurals!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'Singular and plural class together, such as "7/8"; else the class as it is written.',
  })
  pair!: string | null;

  @Field(() => SearchMatch, { description: 'The form that matched, and how well.' })
  match!: SearchMatch;
}

const first = () =>
  Field(() => Int, { nullable: true, description: 'How many at most; 10 when nothing is said.' });

const dictionary = () =>
  Field(() => ID, { nullable: true, description: 'Only this dictionary: its identifier, or its number.' });

@ArgsType()
export class SearchArgs {
  @Field(() => String, { description: 'What to look for.' })
  text!: string;

  @Field(() => SearchFilterInput, { nullable: true, description: 'Where to look.' })
  filter?: SearchFilterInput | null;

  @first()
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Begin behind the hit of this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The page of `first` hits to read, counted from 1, instead of a cursor.',
  })
  page?: number | null;

  @Field(() => SortDirection, {
    nullable: true,
    description: 'Order the best 1,000 hits by headword in this direction; by rank when nothing is said.',
  })
  sort?: SortOrder | null;
}

@ArgsType()
export class SuggestArgs {
  @Field(() => String, { description: 'The beginning of a headword.' })
  prefix!: string;

  @dictionary()
  dictionaryId?: string | null;

  @first()
  first?: number | null;
}

@ArgsType()
export class NounsArgs {
  @Field(() => String, { description: 'A singular, a plural or another form.' })
  form!: string;

  @dictionary()
  dictionaryId?: string | null;

  @first()
  first?: number | null;
}

@ArgsType()
export class HeadwordsForArgs {
  @Field(() => String, { description: 'A word, or words, of another language.' })
  translation!: string;

  @Field(() => String, { nullable: true, description: 'Its language tag, e.g. `fr`.' })
  language?: string | null;

  @dictionary()
  dictionaryId?: string | null;

  @first()
  first?: number | null;
}
