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
import type { ResourceType, OwnerName } from '../../domain/chatbot/resource/resource-types';
import { listStateOf, type Resource } from '../../domain/chatbot/resource/resource-record';
import { type ListOwner, resourceCursor } from '../../services/applications/resource-list.service';
import { DEFAULT_PAGE_SIZE, type PageRequest } from '../../shared/paging';
import { nfc } from '../../shared/text';
import type { Context } from '../context';
import { Connection, connectionType, PageArgs } from '../paging/connection';
import { filterOf, fieldsIn, withArticle } from './resource-input';

const OWNER_CLASSES: Readonly<Record<OwnerName, ClassType>> = { Application, Conversation, Field };

/** The parent of a list resolver: an application is named by `publicId`, resources by `key`. */
type Owner = Omit<ListOwner, 'key'> & { readonly key?: string; readonly publicId?: string };

@ArgsType()
class ResourcePageArgs extends PageArgs {
  @ArgField(() => Int, {
    nullable: true,
    description:
      'Maximum size of the page in bytes. The first object is always included. Cannot be combined with `page`.',
  })
  maxBytes?: number | null;

  static boundedPageOf({
    maxBytes,
    ...args
  }: ResourcePageArgs): Pick<RequestedList, 'pageRequest' | 'maxBytes'> {
    return { pageRequest: PageArgs.pageRequestOf(args), maxBytes: maxBytes ?? undefined };
  }
}

const lastArgument = () =>
  Arg('last', () => Int, {
    nullable: true,
    defaultValue: DEFAULT_PAGE_SIZE,
    description: 'Maximum number of items to return.',
  }) as ParameterDecorator;

/** The fields of an owner for one of its lists: a connection, the newest objects, and their number. */
export function resourceListsResolver(type: ResourceType): ClassType {
  const objectType = type.domainClass as ClassType;
  const plural = `${type.list} of ${withArticle(type.owner)}`;
  const ItemConnection = connectionType(objectType, plural);
  const Filter = filterOf(type);
  // type-graphql identifies methods by their names, also those of different classes for one type.
  const newest = `newest${type.list.charAt(0).toUpperCase()}${type.list.slice(1)}`;
  const count = `${singular(type.list)}Count`;

  @Resolver(() => OWNER_CLASSES[type.owner])
  class ResourceListsResolver {
    @FieldResolver(() => ItemConnection, { description: `The ${type.list}, oldest first.` })
    async [type.list](
      @Root() owner: Owner,
      @Args(() => ResourcePageArgs) args: ResourcePageArgs,
      @Arg('filter', () => Filter, {
        nullable: true,
        description: 'Restricts the list to matching items. Defaults to all items.',
      })
      filter: object | null,
      @Ctx() context: Context,
    ) {
      const page = await loadList(context, owner, { type, filter, ...ResourcePageArgs.boundedPageOf(args) });
      return new Connection<Resource>(page, resourceCursor(type));
    }

    @FieldResolver(() => [objectType], { description: `The most recent ${type.list}, oldest first.` })
    async [newest](@Root() owner: Owner, @lastArgument() last: number | null, @Ctx() context: Context) {
      const pageRequest = { last: last ?? DEFAULT_PAGE_SIZE, sort: 'ASC' } as const;
      return (await loadList(context, owner, { type, pageRequest, filter: null })).items;
    }

    @FieldResolver(() => Int, { description: `Number of ${type.list}.` })
    [count](@Root() { lists }: Owner): number {
      return listStateOf({ lists }, type.list).count;
    }
  }

  return ResourceListsResolver;
}

interface RequestedList {
  readonly type: ResourceType;
  readonly pageRequest: PageRequest;
  readonly filter: object | null;
  readonly maxBytes?: number | undefined;
}

function loadList(
  { resourceLists, maxItems }: Context,
  { key, publicId = '', lists }: Owner,
  { filter, ...request }: RequestedList,
) {
  return resourceLists.load({
    ...request,
    owner: { key: key ?? publicId, lists },
    filter: inNfc(fieldsIn(request.type.domainClass, filter)),
    maxItems,
  });
}

/** The filter with its texts in NFC, as texts are stored. */
function inNfc(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, typeof value === 'string' ? nfc(value) : value]),
  );
}

const SINGULARS: Readonly<Record<string, string>> = { corpora: 'corpus', entities: 'entity' };

function singular(list: string): string {
  return SINGULARS[list] ?? list.slice(0, -1);
}
