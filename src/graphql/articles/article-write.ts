import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Article } from '../../domain/article/article';

const UpsertOutcome = {
  ADDED: 'added',
  UPDATED: 'updated',
  UNCHANGED: 'unchanged',
  REFUSED: 'refused',
} as const;
registerEnumType(UpsertOutcome, {
  name: 'UpsertOutcome',
  description: 'What became of one item.',
  valuesConfig: {
    ADDED: { description: 'A new article was made.' },
    UPDATED: { description: 'The article has a new revision.' },
    UNCHANGED: { description: 'The article was so already.' },
    REFUSED: { description: 'Nothing was written: see `code` and `message`.' },
  },
});

@ObjectType({ description: 'What became of one article of many.', simpleResolvers: true })
export class ArticleUpsertResult {
  @Field(() => Int, { description: 'Position of the item among those sent, from 0.' })
  index!: number;

  @Field(() => UpsertOutcome, { description: 'What became of it.' })
  outcome!: string;

  @Field(() => Article, { nullable: true, description: 'The article as it is now.' })
  article!: Article | null;

  @Field(() => String, { nullable: true, description: 'Code of the refusal.' })
  code!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was refused.' })
  message!: string | null;
}
