import { ArgsType, Field, ID, InputType } from 'type-graphql';

@InputType({
  description: 'Which comments a list holds: those for which everything holds that is given here.',
})
export class CommentFilterInput {
  @Field(() => ID, { nullable: true, description: 'Comments on articles of this dictionary.' })
  dictionaryId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Comments on this article of the dictionary: its number or public identifier.',
  })
  articleId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Comments of this user: the number. Users name themselves, admins anyone; for others FORBIDDEN.',
  })
  userId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Comments that users other than admins see alone, or the hidden ones alone. For admins alone; for others FORBIDDEN.',
  })
  isShown?: boolean | null;
}

@ArgsType()
export class CommentTargetArgs {
  @Field(() => ID, { description: 'Public identifier of the comment.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'Where it must be: identifier or number of a dictionary.' })
  dictionaryId?: string | null;

  @Field(() => ID, { nullable: true, description: 'And number or public identifier of an article of it.' })
  articleId?: string | null;
}

@InputType({ description: 'A new comment.' })
export class NewCommentInput {
  @Field(() => ID, { description: 'Identifier or number of the dictionary.' })
  dictionaryId!: string;

  @Field(() => ID, { description: 'Number or public identifier of the article.' })
  articleId!: string;

  @Field(() => String, { description: 'The text: 1 to 5,000 characters.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Picture of the writer: a web address.' })
  avatar?: string | null;
}
