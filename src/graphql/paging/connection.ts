import { GraphQLSafeInt } from 'graphql-scalars';
import { type ClassType, Field, ObjectType } from 'type-graphql';
import type { Page } from '../../shared/paging';
import { PageInfo } from './page-info';

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
