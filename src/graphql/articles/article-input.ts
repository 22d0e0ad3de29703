import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import type { WritablePart } from '../../domain/reading/change/change-part';
import type { Json } from '../../shared/json';
import { ArticlePartName, PART_DESCRIPTIONS } from './article-filter';
import { ArticleContentInput } from './article-content-input';

const radical = () =>
  Field(() => String, {
    nullable: true,
    description: 'Radical of the headword; derived from the content when nothing is said.',
  });

@InputType({ description: 'The content of an article: free JSON, or typed. One of the two.' })
export class ArticleInput {
  @Field(() => GraphQLJSON, { nullable: true, description: 'Free JSON, kept exactly as it is.' })
  source?: Json | null;

  @Field(() => ArticleContentInput, {
    nullable: true,
    description:
      'Typed content. A new article keeps it as its canonical JSON. Of an article that is there, it changes the members that it names, where and as they are written; a list is given whole, null takes a member away.',
  })
  content?: ArticleContentInput | null;

  @radical()
  radical?: string | null;
}

@InputType({ description: 'A new article.' })
export class NewArticleInput extends ArticleInput {
  @Field(() => ID, { nullable: true, description: 'Public identifier; a UUID when nothing is said.' })
  publicId?: string | null;
}

@InputType({
  description:
    'An article to write: in the place of the one that `number` or `publicId` names, or a new one.',
})
export class ArticleUpsertInput extends NewArticleInput {
  @Field(() => Int, { nullable: true, description: 'Number of an article that is there.' })
  number?: number | null;
}

/** The names that GraphQL gives to the parts that can be written alone. */
const WritablePartName = {
  ...ArticlePartName,
  TRANSLATION: 'translation',
} as const satisfies Record<string, WritablePart>;

registerEnumType(WritablePartName, {
  name: 'WritableArticlePart',
  description: 'A part of an article that can be written alone.',
  valuesConfig: {
    ...PART_DESCRIPTIONS,
    FORM: { description: 'The forms.' },
    TRANSLATION: { description: 'The translations.' },
  },
});

@InputType({ description: 'A part of an article, and what takes its place.' })
export class ArticlePartInput {
  @Field(() => WritablePartName, { description: 'Which part.' })
  part!: WritablePart;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Free JSON; null takes the part away.' })
  value?: Json | null;
}
