import 'reflect-metadata';
import { Field, Int, ObjectType } from 'type-graphql';

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
