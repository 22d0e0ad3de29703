import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, InputType, Int, registerEnumType, ArgsType } from 'type-graphql';
import type { WritablePart } from '../../domain/reading/change/change-part';
import type { Json } from '../../shared/json';
import { ArticlePartName, PART_DESCRIPTIONS } from './article-filter';
import { ArticleContentInput } from './article-content-input';
import type { ArticleInput as Draft } from '../../services/articles/article-drafts';
import { Failure } from '../../shared/failure';
import type { ArticleAddress } from '../../services/articles/article.service';
import type { ArticleTarget } from '../../services/articles/article-writes.service';

const radical = () =>
  Field(() => String, {
    nullable: true,
    description: 'Radical (stem) of the headword. Defaults to the radical derived from the content.',
  });

@InputType({ description: 'The content of an article, given either as `source` or as `content`.' })
export class ArticleInput {
  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Content as free JSON. The server stores it unchanged.',
  })
  source?: Json | null;

  @Field(() => ArticleContentInput, {
    nullable: true,
    description:
      'Typed content. In a new article it is stored as canonical JSON. In an existing article it changes only the given members of the free JSON, in place; a list replaces the whole list, and null removes the member.',
  })
  content?: ArticleContentInput | null;

  @radical()
  radical?: string | null;
}

@InputType({ description: 'A new article.' })
export class NewArticleInput extends ArticleInput {
  @Field(() => ID, { nullable: true, description: 'Public identifier. Defaults to a new UUID.' })
  publicId?: string | null;
}

@InputType({
  description:
    'An article to write. It replaces the article with the given `number` or `publicId`, or creates a new one.',
})
export class ArticleUpsertInput extends NewArticleInput {
  @Field(() => Int, { nullable: true, description: 'Number of an existing article.' })
  number?: number | null;
}

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

/**
 * What a writer gives, as the services take it.
 *
 * @throws Failure CONTENT_MISSING without content, INVALID_INPUT with two
 */
export function draftOf({ source, content, radical, publicId }: NewArticleInput): Draft {
  const isTyped = content !== undefined && content !== null;
  const isFree = source !== undefined && source !== null;
  if (isTyped && isFree) throw new Failure('INVALID_INPUT', 'source and content cannot be combined');
  if (!isTyped && !isFree) throw new Failure('CONTENT_MISSING', 'source or content is required');
  const given = isTyped ? ArticleContentInput.sourceOf(content) : (source ?? null);
  return {
    source: given,
    ...(isTyped ? { content } : {}),
    radical: radical ?? undefined,
    publicId: publicId ?? undefined,
  };
}

/** Names one article. */
@ArgsType()
export class ArticleAddressArgs implements ArticleAddress {
  @Field(() => ID, { description: 'Identifier or number of the dictionary.' })
  dictionaryId!: string;

  @Field(() => ID, { description: 'Number or public identifier of the article.' })
  id!: string;
}

/** Names one article to write. */
@ArgsType()
export class ArticleTargetArgs extends ArticleAddressArgs {
  @Field(() => [Int], {
    nullable: true,
    description:
      'Revisions that the caller has seen. If the current revision is not among them, the server writes nothing and answers `REVISION_MISMATCH`.',
  })
  revisions?: number[] | null;
}

export function articleTargetOf({ dictionaryId, id, revisions }: ArticleTargetArgs): ArticleTarget {
  return { dictionaryId, id, revisions: revisions ?? undefined };
}
