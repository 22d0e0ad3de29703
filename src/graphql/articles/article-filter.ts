import { Field, ID, InputType, registerEnumType } from 'type-graphql';
import type { ArticlePart } from '../../domain/article/article-content';

/** The names that GraphQL gives to the parts. */
export const ArticlePartName = {
  ENTRY: 'entry',
  CATEGORY: 'category',
  CLASS: 'class',
  TYPE: 'type',
  FORM: 'form',
  EXAMPLE: 'example',
} as const satisfies Record<string, ArticlePart>;

export const PART_DESCRIPTIONS = {
  ENTRY: { description: 'The entry: headword and variants.' },
  CATEGORY: { description: 'The category (part of speech).' },
  CLASS: { description: 'The grammatical class.' },
  TYPE: { description: 'The type of the article.' },
  FORM: { description: 'The forms, else the variants of the entry.' },
  EXAMPLE: { description: 'The examples.' },
} as const;

registerEnumType(ArticlePartName, {
  name: 'ArticlePart',
  description: 'A part of an article that can be read alone, as it was written.',
  valuesConfig: PART_DESCRIPTIONS,
});

const exactly = (description: string) =>
  Field(() => String, { nullable: true, description: `${description} Compared as it stands, in NFC.` });

@InputType({
  description: 'Which articles a list holds: those for which everything holds that is given here.',
})
export class ArticleFilterInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Articles of this dictionary: its identifier, or its number.',
  })
  dictionaryId?: string | null;

  @Field(() => ArticlePartName, {
    nullable: true,
    description: 'Articles that have this part.',
  })
  having?: ArticlePart | null;

  @Field(() => String, {
    nullable: true,
    description: 'Articles with a translation into this language, e.g. `fr`.',
  })
  language?: string | null;

  @exactly('Articles of this category, e.g. `n`.')
  category?: string | null;

  @exactly('Articles of this grammatical class, be it a pair such as `7/8` or a bare class.')
  class?: string | null;

  @exactly('Articles of this type, e.g. `noun`.')
  type?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Disabled articles alone, or the others alone. For admins alone; for others FORBIDDEN.',
  })
  isDisabled?: boolean | null;
}
