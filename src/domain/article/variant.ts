import 'reflect-metadata';
import { Field, ObjectType } from 'type-graphql';

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
