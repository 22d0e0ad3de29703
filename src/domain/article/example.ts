import 'reflect-metadata';
import { Field, Int, ObjectType } from 'type-graphql';

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
