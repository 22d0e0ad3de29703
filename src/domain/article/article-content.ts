import 'reflect-metadata';
import { Field, Int, ObjectType } from 'type-graphql';
import { GraphQLJSON } from 'graphql-scalars';
import type { JsonObject } from '../../shared/json';
import {
  Definition,
  Etymology,
  MediaReference,
  Note,
  Pronunciation,
  SemanticDomain,
  Sense,
  senseField,
  UsageLabel,
  WordRelation,
} from './sense-content';

/** The parts of an article that a client can read alone, exactly as they were written. */
export const ARTICLE_PARTS = ['entry', 'category', 'class', 'type', 'form', 'example'] as const;

export type ArticlePart = (typeof ARTICLE_PARTS)[number];

@ObjectType({
  description: 'A category (part of speech) of an article, as the dictionary names it.',
  simpleResolvers: true,
})
export class Category {
  @senseField()
  readonly sense?: number;

  @Field(() => Int, { description: 'Number within the article: as written, or its position starting at 1.' })
  readonly number!: number;

  @Field(() => String, { description: 'Name or abbreviation of the category, such as "n" or "verb".' })
  readonly content!: string;
}

@ObjectType({ description: 'A grammatical class (noun class) of an article.', simpleResolvers: true })
export class GrammaticalClass {
  @senseField()
  readonly sense?: number;

  @Field(() => String, { nullable: true, description: 'Pair of singular and plural class, such as "7/8".' })
  readonly pair?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Role of the class in this article, such as "singular".',
  })
  readonly role?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The class as written, if the source gives it as plain text.',
  })
  readonly value?: string;

  @Field(() => String, { nullable: true, description: 'Class prefix of the word.' })
  readonly prefix?: string;
}

@ObjectType({ description: 'A translation of the headword into another language.', simpleResolvers: true })
export class Translation {
  @senseField()
  readonly sense?: number;

  @Field(() => String, { nullable: true, description: 'Language tag of the translation, in lower case.' })
  readonly lang?: string;

  @Field(() => Int, { description: 'Number within the article: as written, or its position starting at 1.' })
  readonly number!: number;

  @Field(() => String, { description: 'Text of the translation.' })
  readonly content!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True if the text is only meant to find the headword from the other language.',
  })
  readonly reversal?: boolean;
}

@ObjectType({ description: 'An inflected form of the headword.', simpleResolvers: true })
export class WordForm {
  @senseField()
  readonly sense?: number;

  @Field(() => String, { description: 'The inflected form.' })
  readonly form!: string;

  @Field(() => String, { nullable: true, description: 'Kind of the form, such as "plural".' })
  readonly type?: string;
}

@ObjectType({
  description: 'A variant of the headword: a dialect or another spelling.',
  simpleResolvers: true,
})
export class Variant {
  @senseField()
  readonly sense?: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The form as written: depending on the dictionary, its name (such as "simple") or the whole word.',
  })
  readonly form?: string;

  @Field(() => String, { nullable: true, description: 'Prefix: the part before the radical.' })
  readonly prefix?: string;

  @Field(() => String, { nullable: true, description: 'Radical (stem) of the variant.' })
  readonly radical?: string;

  @Field(() => String, { nullable: true, description: 'Suffix: the part after the radical.' })
  readonly suffix?: string;

  @Field(() => String, { nullable: true, description: 'Dialect, language or kind of the variant.' })
  readonly type?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The whole word as given; otherwise prefix, radical and suffix joined; otherwise the form.',
  })
  readonly headword?: string;
}

@ObjectType({ description: 'The entry of an article: its headword and variants.', simpleResolvers: true })
export class Entry {
  @Field(() => String, {
    nullable: true,
    description: 'The headword as given; otherwise the first variant; otherwise the radical of the article.',
  })
  readonly headword?: string;

  @Field(() => [Variant], { description: 'Variants in the order in which they were written.' })
  readonly variants!: readonly Variant[];

  @Field(() => Int, { nullable: true, description: 'Number that distinguishes homographs.' })
  readonly homograph?: number;

  /** Identifier from the imported file. GraphQL names it `importedId`, as for a sense. */
  readonly id?: string;

  @Field(() => String, { nullable: true, description: 'Kind of morpheme, such as "stem" or "prefix".' })
  readonly morphType?: string;

  @Field(() => String, { nullable: true, description: 'The form to show in place of the headword.' })
  readonly citation?: string;
}

@ObjectType({
  description: 'A usage example, with its translation into one language.',
  simpleResolvers: true,
})
export class Example {
  @senseField()
  readonly sense?: number;

  @Field(() => String, { nullable: true, description: 'Language tag of the translation, in lower case.' })
  readonly lang?: string;

  @Field(() => Int, { description: 'Number within the article: as written, or its position starting at 1.' })
  readonly number!: number;

  @Field(() => String, { nullable: true, description: 'The example in the language of the dictionary.' })
  readonly content?: string;

  @Field(() => String, { nullable: true, description: 'The translation of the example.' })
  readonly target?: string;

  @Field(() => String, {
    nullable: true,
    description: 'Kind of the translation, such as "Free translation".',
  })
  readonly translationType?: string;

  @Field(() => String, { nullable: true, description: 'Source of the example.' })
  readonly reference?: string;

  @Field(() => String, { nullable: true, description: 'Interlinear gloss of the example.' })
  readonly gloss?: string;

  @Field(() => String, { nullable: true, description: 'Address of a recording of the example, as written.' })
  readonly href?: string;
}

@ObjectType({ description: 'Typed content of an article, read from its free JSON.', simpleResolvers: true })
export class ArticleContent {
  @Field(() => String, { nullable: true, description: 'Type of the article, such as "noun".' })
  readonly type?: string;

  @Field(() => Entry, { description: 'Headword and variants.' })
  readonly entry!: Entry;

  @Field(() => [Category], { description: 'Categories (parts of speech).' })
  readonly categories!: readonly Category[];

  @Field(() => [GrammaticalClass], { description: 'Grammatical classes.' })
  readonly classes!: readonly GrammaticalClass[];

  @Field(() => [WordForm], { description: 'Inflected forms.' })
  readonly forms!: readonly WordForm[];

  @Field(() => [Translation], { description: 'Translations into other languages.' })
  readonly translations!: readonly Translation[];

  @Field(() => [Example], { description: 'Usage examples, one for each language of translation.' })
  readonly examples!: readonly Example[];

  @Field(() => [Sense], {
    nullable: true,
    description: 'Senses (meanings), in order. Null if there are none.',
  })
  readonly senses?: readonly Sense[];

  @Field(() => [Definition], { nullable: true, description: 'Definitions. Null if there are none.' })
  readonly definitions?: readonly Definition[];

  @Field(() => [Note], { nullable: true, description: 'Notes. Null if there are none.' })
  readonly notes?: readonly Note[];

  @Field(() => [UsageLabel], { nullable: true, description: 'Usage labels. Null if there are none.' })
  readonly usages?: readonly UsageLabel[];

  @Field(() => [Pronunciation], { nullable: true, description: 'Pronunciations. Null if there are none.' })
  readonly pronunciations?: readonly Pronunciation[];

  @Field(() => [WordRelation], {
    nullable: true,
    description: 'Relations to other words. Null if there are none.',
  })
  readonly relations?: readonly WordRelation[];

  @Field(() => [SemanticDomain], { nullable: true, description: 'Semantic domains. Null if there are none.' })
  readonly domains?: readonly SemanticDomain[];

  @Field(() => [Etymology], { nullable: true, description: 'Etymologies. Null if there are none.' })
  readonly etymologies?: readonly Etymology[];

  @Field(() => [MediaReference], {
    nullable: true,
    description: 'Pictures and recordings. Null if there are none.',
  })
  readonly media?: readonly MediaReference[];

  @Field(() => String, { nullable: true, description: 'The radical (stem), if the content gives one.' })
  readonly radical?: string;

  @Field(() => GraphQLJSON, {
    description: 'Members of the free JSON that have no field in this type, under their own names.',
  })
  readonly extra!: JsonObject;

  @Field(() => [String], {
    description: 'Messages about values that the typed reading could not use, each with its position.',
  })
  readonly warnings!: readonly string[];
}
