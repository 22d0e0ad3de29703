import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Where a page stands in its list.', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether items follow.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether items come before.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first item.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last item.' })
  endCursor!: string | null;
}
