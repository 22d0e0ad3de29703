import { GraphQLJSON, GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, Int, ID, ArgsType } from 'type-graphql';
import type { Json } from '../../shared/json';
import type { ArticleInput as Draft } from '../../services/articles/article-drafts';
import { ArticleContentInput } from './content-input';
import { withStoredIds } from './sense-input';
import { inputFailure, invalid } from '../../shared/faults';
import { articleNamed, type ArticleNames, type DictionaryNames } from '../node/named-objects';
import type { ArticleTarget } from '../../services/articles/article-writes.service';

const publicId = () =>
  Field(() => ID, { nullable: true, description: 'Public identifier. Defaults to a new UUID.' });
export const radicalField = () =>
  Field(() => String, {
    nullable: true,
    description: 'Radical (stem) of the headword. Defaults to the radical derived from the content.',
  });

const source = () =>
  Field(() => GraphQLJSON, { nullable: true, description: 'Content as free JSON, stored unchanged.' });
const content = (description: string) => Field(() => ArticleContentInput, { nullable: true, description });

const REFUSED_VALUES = 'The server refuses values that it would not read.';
const DESCRIPTION_OF_CREATED = `Typed content. It is stored as canonical JSON. ${REFUSED_VALUES}`;
const DESCRIPTION_OF_CHANGED =
  'changes only the given members of the free JSON, in place: a list replaces the whole list, and null removes the member. Other members remain, `original` among them.';

/** Names of the inputs of which a caller gives exactly one member. */
export const ONE_OF_INPUTS = ['CreateArticleInput', 'UpdateArticleInput'] as const;

@InputType(ONE_OF_INPUTS[0], { description: 'The content of a new article: either `source` or `content`.' })
export class NewArticleInput {
  @source()
  source?: Json | null;

  @content(DESCRIPTION_OF_CREATED)
  content?: ArticleContentInput | null;
}

@InputType(ONE_OF_INPUTS[1], { description: 'New content of an article: either `source` or `content`.' })
export class ArticleInput {
  @source()
  source?: Json | null;

  @content(`Typed content. It ${DESCRIPTION_OF_CHANGED} ${REFUSED_VALUES}`)
  content?: ArticleContentInput | null;
}

@InputType('UpsertArticleInput', {
  description:
    'An article to write. It replaces the article with the given `number` or `publicId`, or creates a new one. Either `source` or `content` is required.',
})
export class ArticleUpsertInput {
  @source()
  source?: Json | null;

  @content(
    `Typed content. In a new article it is stored as canonical JSON; in an existing one it ${DESCRIPTION_OF_CHANGED} ${REFUSED_VALUES}`,
  )
  content?: ArticleContentInput | null;

  @radicalField()
  radical?: string | null;

  @publicId()
  publicId?: string | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Number of an existing article.' })
  number?: number | null;
}

type PartialInput<Members extends keyof ArticleUpsertInput> = {
  readonly [Member in Members]?: ArticleUpsertInput[Member] | undefined;
};

/**
 * Converts the input of a writer to a draft for the services.
 *
 * @throws Failure CONTENT_MISSING without content, INVALID_INPUT with two
 */
export function draftOf(
  { source, content }: PartialInput<'source' | 'content'>,
  { radical, publicId }: PartialInput<'radical' | 'publicId'>,
): Draft {
  const isTyped = content !== undefined && content !== null;
  const isFree = source !== undefined && source !== null;
  if (isTyped && isFree) throw invalid('content', 'source and content cannot be combined');
  if (!isTyped && !isFree) throw inputFailure('CONTENT_MISSING', 'source', 'source or content is required');
  const typed = isTyped ? withStoredIds(content) : undefined;
  return {
    source: typed ? ArticleContentInput.sourceOf(typed) : (source ?? null),
    ...(typed && { content: typed }),
    radical: radical ?? undefined,
    publicId: publicId ?? undefined,
  };
}

const dictionaryArgument = (description: string) => Field(() => ID, { nullable: true, description });

/** Names one article. */
@ArgsType()
export class ArticleNameArgs implements ArticleNames {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the article.' })
  id?: string | null;

  @dictionaryArgument('Identifier or number of the dictionary. Requires `number`, and replaces `id`.')
  dictionary?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Number of the article in its dictionary, or its public identifier. Requires `dictionary`.',
  })
  number?: string | null;
}

/** Names the dictionary of a new article. */
@ArgsType()
export class DictionaryNameArgs implements DictionaryNames {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the dictionary.' })
  dictionaryId?: string | null;

  @dictionaryArgument('Identifier or number of the dictionary. Replaces `dictionaryId`.')
  dictionary?: string | null;
}

/** Names the dictionary of a new article, and the article. */
@ArgsType()
export class NewArticleArgs extends DictionaryNameArgs {
  @publicId()
  publicId?: string | null;

  @radicalField()
  radical?: string | null;
}

/** Describes the argument `exceptRevisions`. */
export const EXCEPT_REVISIONS =
  'Revisions that the write does not accept. If the current revision is among them, the server writes nothing and answers `REVISION_MISMATCH`.';

/** Names one article to write. */
@ArgsType()
export class ArticleTargetArgs extends ArticleNameArgs {
  @Field(() => [Int], {
    nullable: true,
    description:
      'Revisions that the caller has seen. If the current revision is not among them, the server writes nothing and answers `REVISION_MISMATCH`. By default, any revision is accepted.',
  })
  revisions?: number[] | null;

  @Field(() => [Int], { nullable: true, description: EXCEPT_REVISIONS })
  exceptRevisions?: number[] | null;
}

/** Names one article and its radical. */
@ArgsType()
export class ArticleUpdateArgs extends ArticleTargetArgs {
  @radicalField()
  radical?: string | null;
}

export function articleTargetOf({ revisions, exceptRevisions, ...names }: ArticleTargetArgs): ArticleTarget {
  return {
    ...articleNamed(names),
    revisions: revisions ?? undefined,
    exceptRevisions: exceptRevisions ?? undefined,
  };
}
