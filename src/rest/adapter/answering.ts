import { type Answer, serialised, type Outgoing } from '../reply/answer';
import { MAX_REST_PAGE_SIZE } from '../../shared/paging';
import { ignoredMembers } from '../request/ignored-members';
import { lacksText, variablesFor, type Inquiry } from './inquiry';
import { pagingOf, type Paging } from '../reply/paging';
import { presentList, presentOne } from '../reply/present';
import { emptyListOf, nothingOf, readList, readOne } from '../document/reading';
import type { Item } from '../table/route';
import type { Incoming } from '../../shared/http';
import { jsonOf } from '../../shared/json';
import { headersOf, idempotencyKeyOf, type KeptAnswer, type Once } from '../../shared/once';
import { needsCredentials } from '../request/adapter-variables';
import { refusalOf, unexpectedIn } from '../table/refusals';
import { currentWork } from '../../shared/work';
import type { Variables } from '../request/variables';

/**
 * Answers a request by running the document of its route.
 *
 * @throws Failure INVALID_INPUT that names the parameter, before anything runs
 * @throws ExecutionErrors when the document does not execute without errors
 */
export function answer(inquiry: Inquiry): Promise<Answer> {
  return inquiry.route.row.shows === 'list' ? answerWithList(inquiry) : answerWithOne(inquiry);
}

async function answerWithOne(inquiry: Inquiry): Promise<Answer> {
  const { route, caller, run } = inquiry;
  const { shape } = route.operation;
  const variables = variablesFor(inquiry);
  const reading = lacksText(inquiry) ? nothingOf(shape) : readOne(shape, await run(variables));
  const answered = presentOne(route, caller, reading);
  return { ...answered, headers: { ...answered.headers, ...ignoredMembers(inquiry) } };
}

async function answerWithList(inquiry: Inquiry): Promise<Answer> {
  const { route, caller, query, run } = inquiry;
  const { shape } = route.operation;
  const paging = pagingOf(query, route.row.most);
  const variables = variablesFor(inquiry, paging);
  if (lacksText(inquiry)) return presentList(route, caller, { ...emptyListOf(shape), paging });
  const { each } = route.row;
  const finish = each === undefined ? undefined : (item: Item) => each.item(item, variables);
  if (paging.limit > MAX_REST_PAGE_SIZE) return answerInPages(inquiry, { paging, variables, finish });
  const reading = readList(shape, await run(variables), { paging, finish });
  return presentList(route, caller, { ...reading, paging });
}

export interface OnceParts {
  readonly once?: Once | undefined;
  readonly report: (error: unknown, request: Incoming) => void;
}

/** Whether a request must be executed only once. Logins may be repeated: nothing of them is stored. */
export function isForOnce(request: Incoming, { route: { operation } }: Inquiry): boolean {
  return idempotencyKeyOf(request) !== undefined && !operation.isQuery && !needsCredentials(operation);
}

/** Answers a request that must not run twice with the response of the first one. Never throws. */
export async function answerOnce(
  request: Incoming,
  inquiry: Inquiry,
  { once, report }: OnceParts,
): Promise<Outgoing> {
  const { caller, route, body } = inquiry;
  const refused = (thrown: unknown, shown: Inquiry['route'] | undefined) => {
    for (const error of unexpectedIn(thrown)) report(error, request);
    return serialised(refusalOf(thrown, caller, shown));
  };
  const execute = () => answer(inquiry).then(serialised, (thrown: unknown) => refused(thrown, route));
  if (once === undefined) return execute();
  try {
    const found = await once(request, jsonOf(body ?? null), async () => keptOf(await execute()));
    const { status, body: text } = found.answer;
    return { status, headers: headersOf(found), bytes: text === '' ? undefined : Buffer.from(text) };
  } catch (thrown) {
    // The messages of a route describe what it does, not keys.
    return refused(thrown, undefined);
  }
}

function keptOf({ status, headers, bytes }: Outgoing): KeptAnswer {
  return { status, headers, body: bytes?.toString() ?? '' };
}

/** Number of items that are read, and kept in memory, at a time. */
const PAGE = 500;

export interface LongList {
  readonly paging: Paging;
  readonly variables: Variables;
  readonly finish: ((item: Item) => Item) | undefined;
}

/**
 * Answers with a list longer than one page: the document runs once per page, by cursor. The first page determines
 * status and headers; the others are read while the response is sent.
 */
async function answerInPages(inquiry: Inquiry, list: LongList): Promise<Answer> {
  const { route, caller, run } = inquiry;
  const { shape } = route.operation;
  const { paging, variables, finish } = list;
  const offset = (paging.page - 1) * paging.limit;
  const page = Math.floor(offset / PAGE) + 1;
  const start = { limit: PAGE, page: Math.min(page, LAST_PAGE) };
  const data = await run({ ...variables, ...start });
  const reading = readList(shape, data, { paging: { ...start, isCut: false }, finish });
  const read = reading.body[shape.root] as readonly Item[];
  const items = read.slice(offset % PAGE, (offset % PAGE) + paging.limit);
  const { total } = reading.list;
  const hasNext = total === null ? reading.list.hasNext : offset + paging.limit < total;
  const answer = presentList(route, caller, {
    ...{ ...reading, paging, list: { total, hasNext } },
    ...{ body: { [shape.root]: items }, isEmpty: items.length === 0 },
  });
  if (items.length === 0 || reading.next === undefined) return answer;
  const left = paging.limit - items.length;
  currentWork()?.beginStream();
  return {
    ...answer,
    further: { root: shape.root, pages: furtherPages(inquiry, list, { after: reading.next, left }) },
  };
}

/** The largest Int of GraphQL: such a page is past the end of every list. */
const LAST_PAGE = 2 ** 31 - 1;

interface Start {
  readonly after: string;
  /** Maximum number of items to read. */
  readonly left: number;
}

async function* furtherPages(
  { route, run }: Inquiry,
  { variables, finish }: LongList,
  start: Start,
): AsyncGenerator<readonly Item[]> {
  const { shape } = route.operation;
  let after: string | undefined = start.after;
  for (let { left } = start; left > 0 && after !== undefined;) {
    currentWork()?.nextPart();
    const limit = Math.min(left, PAGE);
    const data = await run({ ...variables, page: null, limit, _after: after, _isContinued: true });
    const reading = readList(shape, data, { paging: { limit, page: 1, isCut: false }, finish });
    const items = reading.body[shape.root] as readonly Item[];
    yield items;
    left -= items.length;
    after = reading.next;
  }
}
