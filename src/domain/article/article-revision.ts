import { Field, ObjectType, Int } from 'type-graphql';
import { Node } from '../values/node';

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
