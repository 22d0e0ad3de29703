import { Field, ObjectType, ArgsType, Int, registerEnumType, type ClassType } from 'type-graphql';
import type { SortOrder, Window, Page } from '../../shared/paging';
import { GraphQLSafeInt } from 'graphql-scalars';

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

export const SortDirection = { ASC: 'ASC', DESC: 'DESC' } as const;
registerEnumType(SortDirection, {
  name: 'SortDirection',
  description: 'The direction of a list.',
  valuesConfig: {
    ASC: { description: 'From the first key to the last.' },
    DESC: { description: 'From the last key to the first.' },
  },
});

const integer = (description: string) => Field(() => Int, { nullable: true, description });
const cursor = (description: string) => Field(() => String, { nullable: true, description });

/** The arguments of every list. GraphQL says null where an argument is left out on purpose. */
@ArgsType()
export class WindowArgs {
  @integer('How many items from the start of the list, or after `after`; 10 when nothing is said.')
  first?: number | null;

  @cursor('Begin behind the item of this cursor.')
  after?: string | null;

  @integer('How many items from the end of the list, or before `before`.')
  last?: number | null;

  @cursor('End in front of the item of this cursor.')
  before?: string | null;

  @integer('The page of `first` items to read, counted from 1, instead of a cursor.')
  page?: number | null;

  @Field(() => SortDirection, { defaultValue: 'ASC', description: 'Direction of the list.' })
  sort!: SortOrder;

  static windowOf({ first, after, last, before, page, sort }: WindowArgs): Window {
    return {
      first: first ?? undefined,
      after: after ?? undefined,
      last: last ?? undefined,
      before: before ?? undefined,
      page: page ?? undefined,
      sort,
    };
  }
}

/** A list in the form of the Relay cursor connection. Cursors and the total are made only when they are asked for. */
export class Connection<Item extends object> {
  constructor(
    readonly page: Page<Item>,
    private readonly cursorOf: (item: Item) => string,
  ) {}

  get nodes(): readonly Item[] {
    return this.page.items;
  }

  get edges(): readonly { readonly cursor: string; readonly node: Item }[] {
    return this.page.items.map((node) => ({ cursor: this.cursorOf(node), node }));
  }

  get pageInfo(): PageInfo {
    const { items, hasNextPage, hasPreviousPage, startCursor, endCursor } = this.page;
    const [first, last] = [items[0], items.at(-1)];
    return {
      hasNextPage,
      hasPreviousPage,
      startCursor: startCursor ?? (first ? this.cursorOf(first) : null),
      endCursor: endCursor ?? (last ? this.cursorOf(last) : null),
    };
  }

  totalCount(): Promise<number | null> {
    return this.page.total();
  }
}

/** The GraphQL types `<Item>Connection` and `<Item>Edge` of a type, or those of another name. */
export function connectionType<Item extends object>(
  item: ClassType<Item>,
  plural: string,
  name: string = item.name,
) {
  @ObjectType(`${name}Edge`, { description: `One of the ${plural} in a list.`, simpleResolvers: true })
  class Edge {
    @Field(() => String, { description: 'Where the item stands in the list.' })
    cursor!: string;

    @Field(() => item, { description: 'The item.' })
    node!: Item;
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${plural}.`, simpleResolvers: true })
  class ItemConnection {
    @Field(() => [Edge], { description: 'The items of the page with their cursors.' })
    edges!: Edge[];

    @Field(() => [item], { description: 'The items of the page.' })
    nodes!: Item[];

    @Field(() => PageInfo, { description: 'Where the page stands in the list.' })
    pageInfo!: PageInfo;

    @Field(() => GraphQLSafeInt, {
      nullable: true,
      description:
        'Number of items in the whole list; null where no total is kept and more than 10,000 would have to be examined.',
    })
    totalCount!: number | null;
  }
  return ItemConnection;
}
