import { statusMember, type Answer, type Caller } from './answer';
import { cachingOf, isKnownTo, prefersOk } from '../request/conditions';
import { linksOf, type Paging } from './paging';
import type { ListReading, Reading } from '../document/reading';
import { refusal } from '../table/refusals';
import type { Route, BodyMember, Item, Reply } from '../table/route';

type Headers = Readonly<Record<string, string>>;

/** Presents data that is shown unchanged. */
export function presentOne(route: Route, caller: Caller, reading: Reading): Answer {
  const etag = reading.notes['_etag'];
  if (typeof etag !== 'string') return present(route, caller, { reading, headers: {} });
  const answer = present(route, caller, { reading, headers: { ETag: etag } });
  if (!route.operation.isQuery || answer.status !== 200 || !isKnownTo(caller, etag)) return answer;
  return { status: 304, headers: answer.headers };
}

/** Presents a page of a list, with the headers that link to the others. */
export function presentList(route: Route, caller: Caller, page: ListReading & { paging: Paging }): Answer {
  const { list, paging } = page;
  const links = linksOf(paging, list, caller.uri);
  const headers: Headers = {
    ...(links === undefined ? {} : { Link: links }),
    ...(list.total === null ? {} : { 'X-Total-Count': String(list.total) }),
    ...(paging.isCut ? { 'X-Limit-Applied': String(paging.limit) } : {}),
    ...(list.sortedHits === undefined ? {} : { 'X-Sort-Limit-Applied': String(list.sortedHits) }),
  };
  return present(route, caller, { reading: page, headers, total: list.total });
}

interface Presentable {
  readonly reading: Reading;
  readonly headers: Headers;
  readonly total?: number | null;
}

function present(route: Route, caller: Caller, presentable: Presentable): Answer {
  const { found, empty } = route.row.replies;
  const { reading, headers } = presentable;
  if (!reading.isEmpty || empty === undefined) {
    const caching = route.operation.isQuery ? cachingOf(caller) : 'no-store';
    const about = { ...locationOf(route, reading), ...truncationOf(reading) };
    const reply: Reply = [found[0], withNotes(found[1], reading)];
    const body = withMembers(route.row.adds ?? [], caller, { reply, ...presentable });
    return { status: found[0], headers: { ...headers, ...about, 'Cache-Control': caching }, body };
  }
  if (empty[0] >= 400) return refusal(caller, empty, 'NOT_FOUND');
  return partial(caller, presentable, empty);
}

/** The lists of which the body shows only the newest items. */
function truncationOf({ longer }: Reading): Headers {
  return longer === undefined || longer.size === 0 ? {} : { 'X-Truncated': [...longer].join(', ') };
}

function withNotes(message: string, { notes }: Reading): string {
  return message.replace(/\{(_\w+)\}/g, (_, name: string) => String(notes[name]));
}

function locationOf({ row, operation }: Route, { body }: Reading): Headers {
  if (row.location === undefined) return {};
  const made = body[operation.shape.root] as Item;
  const path = row.location.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(made[name])));
  return { Location: path };
}

/** An empty result: the documented members, empty, and the message. */
function partial(caller: Caller, presentable: Presentable, [documented, message]: Reply): Answer {
  const isOkPreferred = prefersOk(caller);
  const status = isOkPreferred ? 200 : documented;
  const headers = { ...presentable.headers, 'Cache-Control': 'no-store' };
  const reply: Reply = [status, message];
  return {
    status,
    headers: isOkPreferred ? { ...headers, 'Preference-Applied': 'status=200' } : headers,
    body: withMembers(['message', 'status', 'uri'], caller, { reply, ...presentable }),
  };
}

function withMembers(
  names: readonly BodyMember[],
  caller: Caller,
  { reading, reply: [status, message], total = null }: Presentable & { readonly reply: Reply },
): Item {
  if (names.length === 0) return reading.body;
  const members = { message, status: statusMember(caller, status), total, uri: caller.uri };
  return { ...reading.body, ...Object.fromEntries(names.map((name) => [name, members[name]])) };
}
