import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

const count = (description: string) => Field(() => GraphQLSafeInt, { description });

@ObjectType({
  description: 'How many articles of a dictionary have translations into a language.',
  simpleResolvers: true,
})
export class LanguageStatistics {
  @Field(() => String, { description: 'Language tag, e.g. `fr`.' })
  language!: string;

  @count('Number of articles with a translation into the language.')
  articles!: number;
}

@ObjectType('DictionaryStatistics', {
  description: 'What a dictionary holds, in numbers of articles.',
  simpleResolvers: true,
})
export class DictionaryStatisticsView {
  @count('Number of articles.')
  articles!: number;

  @count('Number of articles with an entry.')
  withEntry!: number;

  @count('Number of articles with a category.')
  withCategory!: number;

  @count('Number of articles with a grammatical class.')
  withClass!: number;

  @count('Number of articles with a type.')
  withType!: number;

  @count('Number of articles with forms.')
  withForm!: number;

  @count('Number of articles with examples.')
  withExample!: number;

  @Field(() => [LanguageStatistics], {
    description: 'Languages of translation, the one of most articles first.',
  })
  languages!: readonly LanguageStatistics[];
}
