import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Where a page stands in its list.', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether items follow.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether items come before.' })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor to read on from, backwards: of the first item, or of a place before it.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor to read on from: of the last item, or of a place behind it.',
  })
  endCursor!: string | null;
}
