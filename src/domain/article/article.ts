import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../values/node';
import { ArticleContent } from './article-content';

/** A dictionary article as it is stored and shown; what is computed for an answer stands on its resolver. */
@ObjectType({
  implements: Node,
  description: 'One article of a dictionary: a headword and all that is said of it.',
  simpleResolvers: true,
})
export class Article {
  @Field(() => ID, { description: 'Identifier of the dictionary that holds the article.' })
  dictionaryId!: string;

  @Field(() => GraphQLSafeInt, {
    description: 'Number of the article, unique within its dictionary, never reused.',
  })
  number!: number;

  @Field(() => ID, {
    description: 'Public identifier of the article: a UUID, or the one that an import brought.',
  })
  publicId!: string;

  @Field(() => String, { nullable: true, description: 'The word that the article is about.' })
  headword!: string | null;

  @Field(() => String, { nullable: true, description: 'Radical (stem) of the headword.' })
  radical!: string | null;

  @Field(() => String, { description: 'Searchable text of the article, derived from its content.' })
  text!: string;

  @Field(() => ArticleContent, { description: 'Typed reading of the free JSON of the article.' })
  content!: ArticleContent;

  @Field(() => Boolean, { description: 'A disabled article is seen by admins alone.' })
  isDisabled!: boolean;

  @Field(() => GraphQLSafeInt, { description: 'Number of users who like the article.' })
  likeCount!: number;

  @Field(() => GraphQLSafeInt, { description: 'Number of users who dislike the article.' })
  unlikeCount!: number;

  @Field(() => GraphQLSafeInt, {
    description: 'Revision of the content: 1 when created, one more with each change.',
  })
  revision!: number;

  @Field(() => Date, { description: 'When the article was created.' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the content last changed.' })
  updatedAt!: Date;
}
