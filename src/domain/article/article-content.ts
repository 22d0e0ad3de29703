import 'reflect-metadata';
import { Field, Int, ObjectType } from 'type-graphql';
import { GraphQLJSON } from 'graphql-scalars';
import type { JsonObject } from '../../shared/json';

/** The parts of an article that can be read alone, as they were written. */
export const ARTICLE_PARTS = ['entry', 'category', 'class', 'type', 'form', 'example'] as const;

export type ArticlePart = (typeof ARTICLE_PARTS)[number];

@ObjectType({
  description: 'A part of speech of an article, as the dictionary names it.',
  simpleResolvers: true,
})
export class Category {
  @Field(() => Int, { description: 'Number within the article, as written, else the position from 1.' })
  readonly number!: number;

  @Field(() => String, { description: 'Name or abbreviation of the category, such as "n" or "verb".' })
  readonly content!: string;
}

@ObjectType({ description: 'A grammatical class (noun class) of an article.', simpleResolvers: true })
export class GrammaticalClass {
  @Field(() => String, { nullable: true, description: 'Singular and plural class together, such as "7/8".' })
  readonly pair?: string;

  @Field(() => String, { nullable: true, description: 'What the class stands for here, such as "singular".' })
  readonly role?: string;

  @Field(() => String, { nullable: true, description: 'The class as it is written where it is a bare text.' })
  readonly value?: string;

  @Field(() => String, { nullable: true, description: 'Class prefix of the word.' })
  readonly prefix?: string;
}

@ObjectType({ description: 'An equivalent of the headword in another language.', simpleResolvers: true })
export class Translation {
  @Field(() => String, { nullable: true, description: 'Language tag of the equivalent, in lower case.' })
  readonly lang?: string;

  @Field(() => Int, { description: 'Number within the article, as written, else the position from 1.' })
  readonly number!: number;

  @Field(() => String, { description: 'The equivalent.' })
  readonly content!: string;
}

@ObjectType({ description: 'An inflected form of the headword.', simpleResolvers: true })
export class WordForm {
  @Field(() => String, { description: 'The form itself.' })
  readonly form!: string;

  @Field(() => String, { nullable: true, description: 'What kind of form it is, such as "plural".' })
  readonly type?: string;
}

@ObjectType({
  description: 'A variant of the headword: a dialect or another spelling.',
  simpleResolvers: true,
})
export class Variant {
  @Field(() => String, {
    nullable: true,
    description:
      'The form as written: its name (such as "simple") or the whole word, as the dictionary has it.',
  })
  readonly form?: string;

  @Field(() => String, { nullable: true, description: 'What precedes the radical.' })
  readonly prefix?: string;

  @Field(() => String, { nullable: true, description: 'The stem of the variant.' })
  readonly radical?: string;

  @Field(() => String, { nullable: true, description: 'What follows the radical.' })
  readonly suffix?: string;

  @Field(() => String, { nullable: true, description: 'Dialect, language or kind of the variant.' })
  readonly type?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The whole word: as given, else prefix, radical and suffix joined, else the form.',
  })
  readonly headword?: string;
}

@ObjectType({ description: 'The entry of an article: its headword and variants.', simpleResolvers: true })
export class Entry {
  @Field(() => String, {
    nullable: true,
    description: 'The headword: as given, else the first variant, else the radical of the article.',
  })
  readonly headword?: string;

  @Field(() => [Variant], { description: 'Variants, in the order in which they are written.' })
  readonly variants!: readonly Variant[];
}

@ObjectType({
  description: 'A usage example, with its translation into one language.',
  simpleResolvers: true,
})
export class Example {
  @Field(() => String, { nullable: true, description: 'Language tag of the translation, in lower case.' })
  readonly lang?: string;

  @Field(() => Int, { description: 'Number within the article, as written, else the position from 1.' })
  readonly number!: number;

  @Field(() => String, { nullable: true, description: 'The example in the language of the dictionary.' })
  readonly content?: string;

  @Field(() => String, { nullable: true, description: 'The translation of the example.' })
  readonly target?: string;
}

@ObjectType({ description: 'The typed reading of an article.', simpleResolvers: true })
export class ArticleContent {
  @Field(() => String, { nullable: true, description: 'Type of the article, such as "noun".' })
  readonly type?: string;

  @Field(() => Entry, { description: 'Headword and variants.' })
  readonly entry!: Entry;

  @Field(() => [Category], { description: 'Parts of speech.' })
  readonly categories!: readonly Category[];

  @Field(() => [GrammaticalClass], { description: 'Grammatical classes.' })
  readonly classes!: readonly GrammaticalClass[];

  @Field(() => [WordForm], { description: 'Inflected forms.' })
  readonly forms!: readonly WordForm[];

  @Field(() => [Translation], { description: 'Equivalents in other languages.' })
  readonly translations!: readonly Translation[];

  @Field(() => [Example], { description: 'Usage examples, one for each language of translation.' })
  readonly examples!: readonly Example[];

  @Field(() => String, { nullable: true, description: 'The radical, where the content gives one.' })
  readonly radical?: string;

  @Field(() => GraphQLJSON, {
    description: 'Members of the content that have no field here, under their own names.',
  })
  readonly extra!: JsonObject;

  @Field(() => [String], { description: 'Sentences that name what did not fit, and where.' })
  readonly warnings!: readonly string[];
}
