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

  /** A suggestion by a stranger has none. */
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

/** A revision that another has replaced. */
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

/** A kept revision, as it is stored. */
export interface RevisionRecord extends ArticleRevision {
  readonly dictionaryId: string;
  readonly number: number;
  /** The revision as a text whose order is that of the numbers. */
  readonly place: string;
  /** The free JSON then, as text. */
  readonly source: string;
  /** The size that it counts as, in bytes. */
  readonly bytes: number;
}
