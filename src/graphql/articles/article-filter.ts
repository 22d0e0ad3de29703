import { GraphQLJSON } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, registerEnumType } from 'type-graphql';
import type { ArticlePart } from '../../domain/article/article-content';
import type { WritablePart } from '../../domain/reading/change/change-part';
import type { Json } from '../../shared/json';
import { PageArgs } from '../paging/connection';

/** The names that GraphQL gives to the parts. */
export const ArticlePartName = {
  ENTRY: 'entry',
  CATEGORY: 'category',
  CLASS: 'class',
  TYPE: 'type',
  FORM: 'form',
  EXAMPLE: 'example',
} as const satisfies Record<string, ArticlePart>;

const PART_DESCRIPTIONS = {
  ENTRY: { description: 'The entry: headword and variants.' },
  CATEGORY: { description: 'The category (part of speech).' },
  CLASS: { description: 'The grammatical class.' },
  TYPE: { description: 'The type of the article.' },
  FORM: { description: 'The inflected forms, or the variants of the entry if there are none.' },
  EXAMPLE: { description: 'The examples.' },
} as const;

registerEnumType(ArticlePartName, {
  name: 'ArticlePart',
  description: 'A part of an article that can be read separately, as it was written.',
  valuesConfig: PART_DESCRIPTIONS,
});

/** The names that GraphQL gives to the parts that can be written alone. */
const WritablePartName = {
  ...ArticlePartName,
  TRANSLATION: 'translation',
} as const satisfies Record<string, WritablePart>;

registerEnumType(WritablePartName, {
  name: 'WritableArticlePart',
  description: 'A part of an article that can be written separately.',
  valuesConfig: {
    ...PART_DESCRIPTIONS,
    FORM: { description: 'The forms.' },
    TRANSLATION: { description: 'The translations.' },
  },
});

@InputType({ description: 'A part of an article and its new value.' })
export class ArticlePartInput {
  @Field(() => WritablePartName, { description: 'The part of the article.' })
  part!: WritablePart;

  @Field(() => GraphQLJSON, { nullable: true, description: 'New value as free JSON. Null removes the part.' })
  value?: Json | null;
}

const OF_ONE_DICTIONARY = 'A list of all dictionaries refuses it.';

const exactly = (description: string) =>
  Field(() => String, { nullable: true, description: `${description} The comparison is exact, in NFC.` });

@InputType('DictionaryArticleFilter', {
  description: 'Restricts a list to articles of its dictionary that match all given conditions.',
})
export class DictionaryArticleFilterInput {
  @Field(() => ArticlePartName, {
    nullable: true,
    description: 'Only articles that have this part.',
  })
  having?: ArticlePart | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only articles with a translation into this language, e.g. `fr`.',
  })
  language?: string | null;

  @exactly('Only articles of this category, e.g. `n`.')
  category?: string | null;

  @exactly('Only articles of this grammatical class: a pair such as `7/8`, or a class given as plain text.')
  class?: string | null;

  @exactly('Only articles of this type, e.g. `noun`.')
  type?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      '`true` returns only disabled articles, `false` only enabled ones. For admins, and for editors in a list of their dictionary; other callers get `FORBIDDEN`.',
  })
  isDisabled?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only articles whose headword, or citation form if there is one, begins with this letter of the alphabet of the dictionary, in its order; `#` for digits and signs. A list of all dictionaries has no such alphabet and refuses it.',
  })
  letter?: string | null;

  @Field(() => Date, {
    nullable: true,
    description: `Only articles whose content or state changed after this time. ${OF_ONE_DICTIONARY}`,
  })
  updatedAfter?: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: `Only articles whose content or state last changed before this time. ${OF_ONE_DICTIONARY}`,
  })
  updatedBefore?: Date | null;
}

@InputType('ArticleFilter', {
  description: 'Restricts a list to articles that match all given conditions.',
})
export class ArticleFilterInput extends DictionaryArticleFilterInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Only articles of the dictionary with this global identifier (`id`).',
  })
  dictionaryId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only articles of this dictionary, given by identifier or number. Replaces `dictionaryId`.',
  })
  dictionary?: string | null;
}

const ArticleOrder = { HEADWORD: 'headword', ALPHABET: 'alphabet' } as const;

registerEnumType(ArticleOrder, {
  name: 'ArticleOrder',
  description: 'Order of a list of articles.',
  valuesConfig: {
    HEADWORD: {
      description: 'By headword without diacritics, special letters beside plain ones, for all dictionaries.',
    },
    ALPHABET: {
      description:
        'By headword, or citation form if there is one, in the alphabet of the dictionary: the one of its search profile, otherwise that of its language. Requires `dictionaryId`.',
    },
  },
});

type OrderName = (typeof ArticleOrder)[keyof typeof ArticleOrder];

const orderBy = (defaultValue: OrderName) =>
  Field(() => ArticleOrder, {
    defaultValue,
    description: 'Order of the list. Cursors of one order are invalid in the other.',
  });

/** The arguments of lists of articles of any dictionary. */
@ArgsType()
export class ArticleListArgs extends PageArgs {
  @orderBy('headword')
  orderBy!: OrderName;
}

/** The arguments of the articles of one dictionary. */
@ArgsType()
export class DictionaryArticleListArgs extends PageArgs {
  @Field(() => DictionaryArticleFilterInput, {
    nullable: true,
    description: 'Restricts the list to matching articles.',
  })
  filter?: DictionaryArticleFilterInput | null;

  @orderBy('alphabet')
  orderBy!: OrderName;
}
