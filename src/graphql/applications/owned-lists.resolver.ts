import { GraphQLSafeInt } from 'graphql-scalars';
import {
  Arg,
  Args,
  ArgsType,
  type ClassType,
  Ctx,
  Field as ArgField,
  FieldResolver,
  Int,
  Resolver,
  Root,
} from 'type-graphql';
import { Application } from '../../domain/chatbot/application';
import { Conversation } from '../../domain/chatbot/conversation';
import { Field } from '../../domain/chatbot/field';
import type { OwnedKind, OwnerName } from '../../domain/chatbot/owned/owned-kinds';
import { listStateOf, type OwnedObject } from '../../domain/chatbot/owned/owned-record';
import { type ListOwner, ownedCursor } from '../../services/applications/owned-list.service';
import { DEFAULT_PAGE_SIZE, type Window } from '../../shared/paging';
import { nfc } from '../../shared/text';
import type { Context } from '../context';
import { Connection, connectionType, WindowArgs } from '../paging/connection';
import { filterOf, givenIn, withArticle } from './owned-input';

const OWNERS: Readonly<Record<OwnerName, ClassType>> = { Application, Conversation, Field };

/** The parent of a list resolver: an application is named by `publicId`, owned objects by `key`. */
type Owner = Omit<ListOwner, 'key'> & { readonly key?: string; readonly publicId?: string };

@ArgsType()
class OwnedWindowArgs extends WindowArgs {
  @ArgField(() => Int, {
    nullable: true,
    description:
      'Maximum size of the page in bytes. The first object is always included. Cannot be combined with `page`.',
  })
  maxBytes?: number | null;

  static boundedWindowOf({ maxBytes, ...args }: OwnedWindowArgs): Pick<ListAsked, 'window' | 'maxBytes'> {
    return { window: WindowArgs.windowOf(args), maxBytes: maxBytes ?? undefined };
  }
}

/** The fields of an owner for one of its lists: as a connection, its newest objects, and how many there are. */
export function ownedListsResolver(kind: OwnedKind): ClassType {
  const type = kind.type as ClassType;
  const plural = `${kind.list} of ${withArticle(kind.owner)}`;
  const ItemConnection = connectionType(type, plural);
  const Filter = filterOf(kind);
  // Methods are told apart by their names, also those of different classes for one type.
  const newest = `newest${kind.list.charAt(0).toUpperCase()}${kind.list.slice(1)}`;
  const count = `${singular(kind.list)}Count`;

  @Resolver(() => OWNERS[kind.owner])
  class OwnedListsResolver {
    @FieldResolver(() => ItemConnection, { description: `The ${kind.list}, oldest first.` })
    async [kind.list](
      @Root() owner: Owner,
      @Args(() => OwnedWindowArgs) args: OwnedWindowArgs,
      @Arg('filter', () => Filter, {
        nullable: true,
        description: 'Restricts the list to matching items. Defaults to all items.',
      })
      filter: object | null,
      @Ctx() context: Context,
    ) {
      const page = await load(context, owner, { kind, filter, ...OwnedWindowArgs.boundedWindowOf(args) });
      return new Connection<OwnedObject>(page, ownedCursor);
    }

    @FieldResolver(() => [type], { description: `The most recent ${kind.list}, oldest first.` })
    async [newest](
      @Root() owner: Owner,
      @Arg('last', () => Int, {
        defaultValue: DEFAULT_PAGE_SIZE,
        description: 'Maximum number of items to return.',
      })
      last: number,
      @Ctx() context: Context,
    ) {
      return (await load(context, owner, { kind, window: { last, sort: 'ASC' }, filter: null })).items;
    }

    @FieldResolver(() => GraphQLSafeInt, { description: `Number of ${kind.list}.` })
    [count](@Root() { lists }: Owner): number {
      return listStateOf({ lists }, kind.list).count;
    }
  }

  return OwnedListsResolver;
}

interface ListAsked {
  readonly kind: OwnedKind;
  readonly window: Window;
  readonly filter: object | null;
  readonly maxBytes?: number | undefined;
}

function load(
  { ownedLists, mostItems }: Context,
  { key, publicId = '', lists }: Owner,
  { filter, ...asked }: ListAsked,
) {
  return ownedLists.load({
    ...asked,
    owner: { key: key ?? publicId, lists },
    filter: inNfc(givenIn(filter)),
    mostItems,
  });
}

/** As texts are stored. */
function inNfc(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, typeof value === 'string' ? nfc(value) : value]),
  );
}

const SINGULARS: Readonly<Record<string, string>> = { corpora: 'corpus', entities: 'entity' };

function singular(list: string): string {
  return SINGULARS[list] ?? list.slice(0, -1);
}
