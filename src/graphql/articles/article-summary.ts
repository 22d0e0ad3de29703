import { Field, ObjectType } from 'type-graphql';

const text = (description: string) => Field(() => String, { nullable: true, description });

@ObjectType({ description: 'An article in three words.', simpleResolvers: true })
export class ArticleSummary {
  @text('Type of the article.')
  type!: string | null;

  @text('First category.')
  category!: string | null;

  @text('Text of the first translation.')
  translation!: string | null;
}
