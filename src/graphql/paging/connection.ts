import { Field, ObjectType, ArgsType, Int, registerEnumType, type ClassType } from 'type-graphql';
import type { SortOrder, PageRequest, Page } from '../../shared/paging';

@ObjectType({ description: 'Position of a page in its list.', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more items follow this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether items precede this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor to pass as `before` for the previous page: that of the first item, or of an earlier position if the server examined more of the list.',
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor to pass as `after` for the next page: that of the last item, or of a later position if the server examined more of the list.',
  })
  endCursor!: string | null;
}

export const SortDirection = { ASC: 'ASC', DESC: 'DESC' } as const;
registerEnumType(SortDirection, {
  name: 'SortDirection',
  description: 'Sort direction of a list.',
  valuesConfig: {
    ASC: { description: 'Ascending order.' },
    DESC: { description: 'Descending order.' },
  },
});

const integer = (description: string) => Field(() => Int, { nullable: true, description });
const cursor = (description: string) => Field(() => String, { nullable: true, description });

/** The arguments of every list. A client may send null instead of omitting an argument. */
@ArgsType()
export class PageArgs {
  @integer('Number of items to return from the start of the list, or after `after`. Defaults to 10.')
  first?: number | null;

  @cursor('Return items after this cursor.')
  after?: string | null;

  @integer('Number of items to return from the end of the list, or before `before`.')
  last?: number | null;

  @cursor('Return items before this cursor.')
  before?: string | null;

  @integer(
    'Number of the page to return, starting at 1, with `first` items per page. An alternative to cursors.',
  )
  page?: number | null;

  @Field(() => SortDirection, { defaultValue: 'ASC', description: 'Sort direction of the list.' })
  sort!: SortOrder;

  static pageRequestOf({ first, after, last, before, page, sort }: PageArgs): PageRequest {
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

/** A page in the form of a Relay connection. Cursors and the total are computed only if the query selects them. */
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

  get pageNumber(): number | null {
    return this.page.number ?? null;
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
  @ObjectType(`${name}Edge`, { description: `An item in a list of ${plural}.`, simpleResolvers: true })
  class Edge {
    @Field(() => String, { description: 'Cursor of the item, for `after` or `before`.' })
    cursor!: string;

    @Field(() => item, { description: 'The item.' })
    node!: Item;
  }

  @ObjectType(`${name}Connection`, { description: `A page of ${plural}.`, simpleResolvers: true })
  class ItemConnection {
    @Field(() => [Edge], { description: 'The items of the page, each with its cursor.' })
    edges!: Edge[];

    @Field(() => [item], { description: 'The items of the page.' })
    nodes!: Item[];

    @Field(() => PageInfo, { description: 'Position of the page in the list.' })
    pageInfo!: PageInfo;

    @Field(() => Int, {
      nullable: true,
      description: 'Number of the page, starting at 1, if the list was read by `page`; otherwise null.',
    })
    pageNumber!: number | null;

    @Field(() => Int, {
      nullable: true,
      description:
        'Number of items in the whole list. Null if no total is stored and counting would examine more than 10,000 items.',
    })
    totalCount!: number | null;
  }
  return ItemConnection;
}
