import 'reflect-metadata';
import { Field, ObjectType } from 'type-graphql';

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
