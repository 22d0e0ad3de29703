import { ArgsType, Field, Int, registerEnumType } from 'type-graphql';
import type { SortOrder, Window } from '../../shared/paging';

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
      ...{ first: first ?? undefined, after: after ?? undefined, last: last ?? undefined },
      ...{ before: before ?? undefined, page: page ?? undefined, sort },
    };
  }
}
