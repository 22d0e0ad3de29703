import 'reflect-metadata';
import { GraphQLJSON } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { JsonObject } from '../../shared/json';
import { Category } from './category';
import { Entry } from './entry';
import { Example } from './example';
import { GrammaticalClass } from './grammatical-class';
import { Translation } from './translation';
import { WordForm } from './word-form';

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
