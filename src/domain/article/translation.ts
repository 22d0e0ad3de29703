import 'reflect-metadata';
import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'An equivalent of the headword in another language.', simpleResolvers: true })
export class Translation {
  @Field(() => String, { nullable: true, description: 'Language tag of the equivalent, in lower case.' })
  readonly lang?: string;

  @Field(() => Int, { description: 'Number within the article, as written, else the position from 1.' })
  readonly number!: number;

  @Field(() => String, { description: 'The equivalent.' })
  readonly content!: string;
}
