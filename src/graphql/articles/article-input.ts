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

/**
 * What a writer gives, as the services take it.
 *
 * @throws Failure CONTENT_MISSING without content, INVALID_INPUT with two
 */
export function draftOf({ source, content, radical, publicId }: NewArticleInput): Draft {
  const isTyped = content !== undefined && content !== null;
  const isFree = source !== undefined && source !== null;
  if (isTyped && isFree) throw new Failure('INVALID_INPUT', 'source and content exclude each other');
  if (!isTyped && !isFree) throw new Failure('CONTENT_MISSING', 'source or content must be given');
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
      'Revisions that the writer has seen, one or several: if the article has another one, nothing is written.',
  })
  revisions?: number[] | null;
}

export function articleTargetOf({ dictionaryId, id, revisions }: ArticleTargetArgs): ArticleTarget {
  return { dictionaryId, id, revisions: revisions ?? undefined };
}
