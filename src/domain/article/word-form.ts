import 'reflect-metadata';
import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'An inflected form of the headword.', simpleResolvers: true })
export class WordForm {
  @Field(() => String, { description: 'The form itself.' })
  readonly form!: string;

  @Field(() => String, { nullable: true, description: 'What kind of form it is, such as "plural".' })
  readonly type?: string;
}
