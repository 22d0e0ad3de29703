import { GraphQLJSONObject, GraphQLJSON } from 'graphql-scalars';
import { Field, InputType, Int, ID, registerEnumType, ArgsType } from 'type-graphql';
import type { Json, JsonObject } from '../../shared/json';
import type { WritablePart } from '../../domain/reading/change/change-part';
import { ArticlePartName, PART_DESCRIPTIONS } from './article-filter';
import type { ArticleInput as Draft } from '../../services/articles/article-drafts';
import { Failure } from '../../shared/failure';
import type { ArticleAddress } from '../../services/articles/article.service';
import type { ArticleTarget } from '../../services/articles/article-writes.service';

const text = (description: string) => Field(() => String, { nullable: true, description });
const number = () =>
  Field(() => Int, {
    nullable: true,
    description: 'Number within the article; as before, or the position, when nothing is said.',
  });
const lang = (description: string) => Field(() => String, { nullable: true, description });

@InputType({ description: 'A variant of the headword.' })
class VariantInput {
  @text('The form as written.')
  form?: string | null;

  @text('What precedes the radical.')
  prefix?: string | null;

  @text('The stem.')
  radical?: string | null;

  @text('What follows the radical.')
  suffix?: string | null;

  @text('Dialect, language or kind.')
  type?: string | null;

  @text('The whole word.')
  headword?: string | null;
}

@InputType({ description: 'The entry of an article.' })
class EntryInput {
  @text('The headword.')
  headword?: string | null;

  @Field(() => [VariantInput], { nullable: true, description: 'Variants.' })
  variants?: VariantInput[] | null;
}

@InputType({ description: 'A part of speech.' })
class CategoryInput {
  @number()
  number?: number | null;

  @Field(() => String, { description: 'Name or abbreviation, e.g. `n`.' })
  content!: string;
}

@InputType({ description: 'A grammatical class.' })
class GrammaticalClassInput {
  @text('Singular and plural class together, e.g. `7/8`.')
  pair?: string | null;

  @text('What the class stands for here, e.g. `singular`.')
  role?: string | null;

  @text('The class as a bare text.')
  value?: string | null;

  @text('Class prefix of the word.')
  prefix?: string | null;
}

@InputType({ description: 'An inflected form.' })
class WordFormInput {
  @Field(() => String, { description: 'The form itself.' })
  form!: string;

  @text('What kind of form it is, e.g. `plural`.')
  type?: string | null;
}

@InputType({ description: 'An equivalent in another language.' })
class TranslationInput {
  @lang('Language tag of the equivalent.')
  lang?: string | null;

  @number()
  number?: number | null;

  @Field(() => String, { description: 'The equivalent.' })
  content!: string;
}

@InputType({ description: 'A usage example.' })
class ExampleInput {
  @lang('Language tag of the translation.')
  lang?: string | null;

  @number()
  number?: number | null;

  @text('The example.')
  content?: string | null;

  @text('Its translation.')
  target?: string | null;
}

@InputType({ description: 'Typed content of an article.' })
class ArticleContentInput {
  @text('Type of the article, e.g. `noun`.')
  type?: string | null;

  @text('The radical.')
  radical?: string | null;

  @Field(() => EntryInput, { nullable: true, description: 'Headword and variants.' })
  entry?: EntryInput | null;

  @Field(() => [CategoryInput], { nullable: true, description: 'Parts of speech.' })
  categories?: CategoryInput[] | null;

  @Field(() => [GrammaticalClassInput], { nullable: true, description: 'Grammatical classes.' })
  classes?: GrammaticalClassInput[] | null;

  @Field(() => [WordFormInput], { nullable: true, description: 'Inflected forms.' })
  forms?: WordFormInput[] | null;

  @Field(() => [TranslationInput], { nullable: true, description: 'Equivalents.' })
  translations?: TranslationInput[] | null;

  @Field(() => [ExampleInput], { nullable: true, description: 'Usage examples.' })
  examples?: ExampleInput[] | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'Members that have no field here.' })
  extra?: JsonObject | null;

  /** The free JSON that reads as this content: what is left out is left out there, too. */
  static sourceOf({ extra, ...typed }: ArticleContentInput): Json {
    const text = JSON.stringify(typed, (_, value: unknown) => (value === null ? undefined : value));
    return { ...(JSON.parse(text) as JsonObject), ...(extra ? { extra } : {}) };
  }
}

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
