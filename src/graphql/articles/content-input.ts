import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, InputType, Int } from 'type-graphql';
import type { Json, JsonObject } from '../../shared/json';
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
import { textField } from '../../domain/values/described-fields';

const numberField = () =>
  Field(() => Int, {
    nullable: true,
    description: 'Number within the article. Defaults to the existing number, or to the position.',
  });

@InputType({ description: 'A variant of the headword.' })
class VariantInput {
  @sense()
  sense?: number | null;

  @textField('The form as written: its name or the whole word.')
  form?: string | null;

  @textField('Prefix: the part before the radical.')
  prefix?: string | null;

  @textField('Radical (stem).')
  radical?: string | null;

  @textField('Suffix: the part after the radical.')
  suffix?: string | null;

  @textField('Dialect, language or kind.')
  type?: string | null;

  @textField('The whole word.')
  headword?: string | null;
}

@InputType({ description: 'The entry of an article.' })
class EntryInput {
  @textField('The headword.')
  headword?: string | null;

  @Field(() => [VariantInput], { nullable: true, description: 'Variants.' })
  variants?: VariantInput[] | null;

  @Field(() => Int, { nullable: true, description: 'Number that distinguishes homographs.' })
  homograph?: number | null;

  @textField('Kind of morpheme, e.g. `stem`.')
  morphType?: string | null;

  @textField('The form to show in place of the headword.')
  citation?: string | null;
}

@InputType({ description: 'A category (part of speech).' })
class CategoryInput {
  @sense()
  sense?: number | null;

  @numberField()
  number?: number | null;

  @Field(() => String, { description: 'Name or abbreviation, e.g. `n`.' })
  content!: string;
}

@InputType({ description: 'A grammatical class.' })
class GrammaticalClassInput {
  @sense()
  sense?: number | null;

  @textField('Pair of singular and plural class, e.g. `7/8`.')
  pair?: string | null;

  @textField('Role of the class in this article, e.g. `singular`.')
  role?: string | null;

  @textField('The class as plain text.')
  value?: string | null;

  @textField('Class prefix of the word.')
  prefix?: string | null;
}

@InputType({ description: 'An inflected form.' })
class WordFormInput {
  @sense()
  sense?: number | null;

  @Field(() => String, { description: 'The inflected form.' })
  form!: string;

  @textField('Kind of the form, e.g. `plural`.')
  type?: string | null;
}

@InputType({ description: 'A translation of the headword into another language.' })
class TranslationInput {
  @sense()
  sense?: number | null;

  @lang()
  lang?: string | null;

  @numberField()
  number?: number | null;

  @Field(() => String, { description: 'Text of the translation.' })
  content!: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether the text only helps to find the headword.' })
  reversal?: boolean | null;
}

@InputType({ description: 'Typed content of an article.' })
export class ArticleContentInput {
  @textField('Type of the article, e.g. `noun`.')
  type?: string | null;

  @textField('The radical (stem).')
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

  /** The free JSON whose typed reading is this content. It omits what the content omits. */
  static sourceOf({ extra, ...typed }: ArticleContentInput): Json {
    const text = JSON.stringify(typed, (_, value: unknown) => (value === null ? undefined : value));
    return { ...(JSON.parse(text) as JsonObject), ...(extra ? { extra } : {}) };
  }
}
