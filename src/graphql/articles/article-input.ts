import { GraphQLJSONObject, GraphQLJSON, GraphQLSafeInt } from 'graphql-scalars';
import { Field, InputType, Int, ID, ArgsType } from 'type-graphql';
import type { Json, JsonObject } from '../../shared/json';
import type { ArticleInput as Draft } from '../../services/articles/article-drafts';
import {
  DefinitionInput,
  EtymologyInput,
  ExampleInput,
  lang,
  MediaReferenceInput,
  NoteInput,
  PronunciationInput,
  SemanticDomainInput,
  sense,
  SenseInput,
  UsageLabelInput,
  WordRelationInput,
} from './sense-input';
import { faultOf, invalid } from '../../shared/faults';
import { articleNamed, type ArticleNames, type DictionaryNames } from '../node/named-objects';
import type { ArticleTarget } from '../../services/articles/article-writes.service';

const text = (description: string) => Field(() => String, { nullable: true, description });
const number = () =>
  Field(() => Int, {
    nullable: true,
    description: 'Number within the article. Defaults to the existing number, or to the position.',
  });

@InputType({ description: 'A variant of the headword.' })
class VariantInput {
  @text('The form as written: its name or the whole word.')
  form?: string | null;

  @text('Prefix: the part before the radical.')
  prefix?: string | null;

  @text('Radical (stem).')
  radical?: string | null;

  @text('Suffix: the part after the radical.')
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

  @Field(() => Int, { nullable: true, description: 'Number that distinguishes homographs.' })
  homograph?: number | null;

  @text('Kind of morpheme, e.g. `stem`.')
  morphType?: string | null;

  @text('The form to show in place of the headword.')
  citation?: string | null;
}

@InputType({ description: 'A category (part of speech).' })
class CategoryInput {
  @sense()
  sense?: number | null;

  @number()
  number?: number | null;

  @Field(() => String, { description: 'Name or abbreviation, e.g. `n`.' })
  content!: string;
}

@InputType({ description: 'A grammatical class.' })
class GrammaticalClassInput {
  @sense()
  sense?: number | null;

  @text('Pair of singular and plural class, e.g. `7/8`.')
  pair?: string | null;

  @text('Role of the class in this article, e.g. `singular`.')
  role?: string | null;

  @text('The class as plain text.')
  value?: string | null;

  @text('Class prefix of the word.')
  prefix?: string | null;
}

@InputType({ description: 'An inflected form.' })
class WordFormInput {
  @Field(() => String, { description: 'The inflected form.' })
  form!: string;

  @text('Kind of the form, e.g. `plural`.')
  type?: string | null;
}

@InputType({ description: 'A translation of the headword into another language.' })
class TranslationInput {
  @sense()
  sense?: number | null;

  @lang()
  lang?: string | null;

  @number()
  number?: number | null;

  @Field(() => String, { description: 'Text of the translation.' })
  content!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether the text only helps to find the headword.' })
  reversal?: boolean | null;
}

@InputType({ description: 'Typed content of an article.' })
class ArticleContentInput {
  @text('Type of the article, e.g. `noun`.')
  type?: string | null;

  @text('The radical (stem).')
  radical?: string | null;

  @Field(() => EntryInput, { nullable: true, description: 'Headword and variants.' })
  entry?: EntryInput | null;

  @Field(() => [CategoryInput], { nullable: true, description: 'Categories (parts of speech).' })
  categories?: CategoryInput[] | null;

  @Field(() => [GrammaticalClassInput], { nullable: true, description: 'Grammatical classes.' })
  classes?: GrammaticalClassInput[] | null;

  @Field(() => [WordFormInput], { nullable: true, description: 'Inflected forms.' })
  forms?: WordFormInput[] | null;

  @Field(() => [TranslationInput], { nullable: true, description: 'Translations into other languages.' })
  translations?: TranslationInput[] | null;

  @Field(() => [ExampleInput], { nullable: true, description: 'Usage examples.' })
  examples?: ExampleInput[] | null;

  @Field(() => [SenseInput], { nullable: true, description: 'Senses (meanings).' })
  senses?: SenseInput[] | null;

  @Field(() => [DefinitionInput], { nullable: true, description: 'Definitions.' })
  definitions?: DefinitionInput[] | null;

  @Field(() => [NoteInput], { nullable: true, description: 'Notes.' })
  notes?: NoteInput[] | null;

  @Field(() => [UsageLabelInput], { nullable: true, description: 'Usage labels.' })
  usages?: UsageLabelInput[] | null;

  @Field(() => [PronunciationInput], { nullable: true, description: 'Pronunciations.' })
  pronunciations?: PronunciationInput[] | null;

  @Field(() => [WordRelationInput], { nullable: true, description: 'Relations to other words.' })
  relations?: WordRelationInput[] | null;

  @Field(() => [SemanticDomainInput], { nullable: true, description: 'Semantic domains.' })
  domains?: SemanticDomainInput[] | null;

  @Field(() => [EtymologyInput], { nullable: true, description: 'Etymologies.' })
  etymologies?: EtymologyInput[] | null;

  @Field(() => [MediaReferenceInput], { nullable: true, description: 'Pictures and recordings.' })
  media?: MediaReferenceInput[] | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Members of the free JSON that have no field in this type.',
  })
  extra?: JsonObject | null;

  /** The free JSON that reads as this content: what is left out is left out there, too. */
  static sourceOf({ extra, ...typed }: ArticleContentInput): Json {
    const text = JSON.stringify(typed, (_, value: unknown) => (value === null ? undefined : value));
    return { ...(JSON.parse(text) as JsonObject), ...(extra ? { extra } : {}) };
  }
}

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

const CREATED = 'Typed content. It is stored as canonical JSON. Values that would not be read are refused.';
const CHANGED =
  'Typed content. It changes only the given members of the free JSON, in place; a list replaces the whole list, and null removes the member. Members that are not given stay, `original` among them. Values that would not be read are refused.';

/** Names of the inputs of which a caller gives exactly one member. */
export const ONE_OF_INPUTS = ['CreateArticleInput', 'UpdateArticleInput'] as const;

@InputType(ONE_OF_INPUTS[0], { description: 'The content of a new article: either `source` or `content`.' })
export class NewArticleInput {
  @source()
  source?: Json | null;

  @content(CREATED)
  content?: ArticleContentInput | null;
}

@InputType(ONE_OF_INPUTS[1], { description: 'New content of an article: either `source` or `content`.' })
export class ArticleInput {
  @source()
  source?: Json | null;

  @content(CHANGED)
  content?: ArticleContentInput | null;
}

@InputType('UpsertArticleInput', {
  description:
    'An article to write. It replaces the article with the given `number` or `publicId`, or creates a new one. Either `source` or `content` is required.',
})
export class ArticleUpsertInput {
  @source()
  source?: Json | null;

  @content(`In a new article: ${CREATED} In an existing one: ${CHANGED}`)
  content?: ArticleContentInput | null;

  @radicalField()
  radical?: string | null;

  @publicId()
  publicId?: string | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Number of an existing article.' })
  number?: number | null;
}

type Given<Members extends keyof ArticleUpsertInput> = {
  readonly [Member in Members]?: ArticleUpsertInput[Member] | undefined;
};

/**
 * What a writer gives, as the services take it.
 *
 * @throws Failure CONTENT_MISSING without content, INVALID_INPUT with two
 */
export function draftOf(
  { source, content }: Given<'source' | 'content'>,
  { radical, publicId }: Given<'radical' | 'publicId'>,
): Draft {
  const isTyped = content !== undefined && content !== null;
  const isFree = source !== undefined && source !== null;
  if (isTyped && isFree) throw invalid('content', 'source and content cannot be combined');
  if (!isTyped && !isFree) throw faultOf('CONTENT_MISSING', 'source', 'source or content is required');
  const given = isTyped ? ArticleContentInput.sourceOf(content) : (source ?? null);
  return {
    source: given,
    ...(isTyped ? { content } : {}),
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

/** Names one article to write. */
@ArgsType()
export class ArticleTargetArgs extends ArticleNameArgs {
  @Field(() => [Int], {
    nullable: true,
    description:
      'Revisions that the caller has seen. If the current revision is not among them, the server writes nothing and answers `REVISION_MISMATCH`.',
  })
  revisions?: number[] | null;
}

/** Names one article and its radical. */
@ArgsType()
export class ArticleUpdateArgs extends ArticleTargetArgs {
  @radicalField()
  radical?: string | null;
}

export function articleTargetOf({ revisions, ...names }: ArticleTargetArgs): ArticleTarget {
  return { ...articleNamed(names), revisions: revisions ?? undefined };
}
