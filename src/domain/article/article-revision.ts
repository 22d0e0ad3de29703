import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

/** Who made a revision of an article, and what it touched. */
export interface ChangeMark {
  /** Name of the account, or what else wrote: an import. */
  readonly by: string;
  /** The parts of the content that changed; `article` for a whole new one, `status` for showing or hiding. */
  readonly parts: readonly string[];
}

/** A revision that another has replaced. */
@ObjectType({ description: 'A revision of an article that a later one has replaced.', simpleResolvers: true })
export class ArticleRevision {
  @Field(() => GraphQLSafeInt, { description: 'Which revision.' })
  revision!: number;

  @Field(() => Date, { description: 'When it was made.' })
  at!: Date;

  @Field(() => String, { nullable: true, description: 'Who made it, where that is known.' })
  by!: string | null;

  @Field(() => [String], {
    description:
      'What it changed: parts of the content, `article` for a whole new one, `status` for showing or hiding.',
  })
  parts!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Radical of the headword then.' })
  radical!: string | null;

  @Field(() => Boolean, { description: 'Whether the article was disabled then.' })
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
  /** What it counts as. */
  readonly bytes: number;
}
