import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType, Int } from 'type-graphql';
import { Node } from '../values/node';
import { ArticleContent } from './article-content';

/** A dictionary article as stored and shown. The resolver computes the other fields of a response. */
@ObjectType({
  implements: Node,
  description: 'An article of a dictionary: a headword and its description.',
  simpleResolvers: true,
})
export class Article {
  @Field(() => ID, {
    name: 'dictionaryPublicId',
    simple: false,
    description: 'Identifier of the dictionary that holds the article.',
  })
  dictionaryId!: string;

  @Field(() => GraphQLSafeInt, {
    description: 'Number of the article, unique within its dictionary and never reused.',
  })
  number!: number;

  @Field(() => ID, {
    description: 'Public identifier of the article: a UUID, or the identifier from an import.',
  })
  publicId!: string;

  @Field(() => String, { nullable: true, description: 'The headword: the word that the article describes.' })
  headword!: string | null;

  @Field(() => String, { nullable: true, description: 'Radical (stem) of the headword.' })
  radical!: string | null;

  @Field(() => String, { description: 'Searchable text of the article, derived from its content.' })
  text!: string;

  @Field(() => ArticleContent, { description: 'Typed content of the article, read from its free JSON.' })
  content!: ArticleContent;

  @Field(() => Boolean, {
    description:
      'Whether the article is disabled. Only admins, and editors of the dictionary, see disabled articles.',
  })
  isDisabled!: boolean;

  @Field(() => Int, { description: 'Number of users who like the article.' })
  likeCount!: number;

  @Field(() => Int, { description: 'Number of users who dislike the article.' })
  unlikeCount!: number;

  @Field(() => Int, {
    description: 'Revision of the content. It starts at 1 and increases with each change.',
  })
  revision!: number;

  @Field(() => Date, { description: 'When the article was created.' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the content or the state last changed.' })
  updatedAt!: Date;
}
