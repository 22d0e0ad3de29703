import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../values/node';
import { ArticleContent } from './article-content';
import { dictionaryIdField } from '../values/described-fields';

/** A dictionary article as stored and shown. The resolver computes the other fields of a response. */
@ObjectType({
  implements: Node,
  description: 'An article of a dictionary: a headword and its description.',
  simpleResolvers: true,
})
export class Article {
  @dictionaryIdField('Identifier of the dictionary that holds the article.')
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

/** The author of a revision of an article, and the parts that it changed. */
@ObjectType('ArticleLastChange', {
  description: 'The change that made the current revision of an article.',
  simpleResolvers: true,
})
export class ChangeMark {
  @Field(() => String, { description: 'Author of the change: the name of the account, or `import`.' })
  readonly by!: string;

  /** An anonymous suggestion has no author. */
  @Field(() => String, {
    nullable: true,
    description: 'Username of the person who proposed the change, if `by` accepted a proposal.',
  })
  readonly proposedBy?: string | undefined;

  @Field(() => [String], {
    description:
      'Parts that changed. `article` means the whole content, `status` that the article was disabled or enabled.',
  })
  readonly parts!: readonly string[];
}

/** A revision that a later one has replaced. */
@ObjectType({ implements: Node, description: 'An earlier revision of an article.', simpleResolvers: true })
export class ArticleRevision {
  @Field(() => Int, { description: 'Number of the revision.' })
  revision!: number;

  @Field(() => Date, { name: 'createdAt', simple: false, description: 'When the revision was created.' })
  at!: Date;

  @Field(() => String, { nullable: true, description: 'Author of the revision. Null if unknown.' })
  by!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Username of the person who proposed the revision, if `by` accepted a proposal.',
  })
  proposedBy?: string | null;

  @Field(() => [String], {
    description:
      'Parts that the revision changed. `article` means the whole content, `status` that the article was disabled or enabled.',
  })
  parts!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Radical (stem) of the headword in this revision.' })
  radical!: string | null;

  @Field(() => Boolean, { description: 'Whether the article was disabled in this revision.' })
  isDisabled!: boolean;
}

/** A stored earlier revision. */
export interface RevisionRecord extends ArticleRevision {
  readonly dictionaryId: string;
  readonly number: number;
  /** The revision number as text that sorts in numeric order. */
  readonly place: string;
  /** The free JSON of this revision, as text. */
  readonly source: string;
  /** Size in bytes that counts towards the quota. */
  readonly bytes: number;
}
