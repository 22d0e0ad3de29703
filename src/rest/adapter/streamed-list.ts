import { jsonBytes, jsonOf } from '../../shared/json-text';
import { currentWork } from '../../shared/work';
import { SHOWN_PAGE } from '../document/documented-members';
import { type ItemOptions, type List, readList, readPart } from '../document/result';
import type { RestResponse } from '../response/rest-response';
import { presentList } from '../response/present';
import type { Variables } from '../document/operations';
import { LAST_PAGE, type Paging } from '../request/query';
import type { RestRequest } from '../request/rest-request';
import type { Item } from '../table/route';

/** Number of items that are read, and kept in memory, at a time. */
const PAGE_ITEMS = 500;

interface LongList extends ItemOptions {
  readonly paging: Paging;
  readonly variables: Variables;
}

/**
 * Answers with a list longer than one page: the document runs once per page, by cursor. The first page determines
 * status and headers; the others are read while the response is sent.
 */
export async function streamedListResponse(restRequest: RestRequest, list: LongList): Promise<RestResponse> {
  const { route, info, run } = restRequest;
  const { mapping } = route.operation;
  const { paging, variables, ...options } = list;
  const offset = (paging.page - 1) * paging.limit;
  const page = Math.floor(offset / PAGE_ITEMS) + 1;
  const start = { limit: PAGE_ITEMS, page: Math.min(page, LAST_PAGE), [SHOWN_PAGE]: variables['page'] };
  const data = await run({ ...variables, ...start });
  const result = readList(mapping, data, { ...options, paging: start });
  const read = result.body[mapping.root] as List;
  const items = read.slice(offset % PAGE_ITEMS, (offset % PAGE_ITEMS) + paging.limit);
  const { total } = result.list;
  const hasNext = total === null ? result.list.hasNext : offset + paging.limit < total;
  const response = presentList(route, info, {
    ...result,
    paging,
    list: { total, hasNext },
    body: { [mapping.root]: items },
    isEmpty: items.length === 0,
  });
  if (items.length === 0 || result.next === undefined) return response;
  const remaining = paging.limit - items.length;
  currentWork()?.beginStream();
  const pages = furtherPages(restRequest, list, { after: result.next, remaining });
  return { ...response, parts: bodyPieces(response.body as Item, mapping.root, pages) };
}

/** A body whose list, which is not empty, continues with further pages. */
async function* bodyPieces(
  body: Item,
  root: string,
  pages: AsyncIterable<List>,
): AsyncIterable<string | Buffer> {
  const { [root]: first, ...others } = body;
  yield `{${JSON.stringify(root)}:[`;
  yield withoutBrackets(first as List);
  for await (const items of pages) {
    if (items.length === 0) continue;
    yield ',';
    yield withoutBrackets(items);
  }
  const remainder = jsonOf(others).slice(1);
  yield remainder === '}' ? `]${remainder}` : `],${remainder}`;
}

function withoutBrackets(items: List): Buffer {
  return jsonBytes(items).subarray(1, -1);
}

interface Start {
  readonly after: string;
  /** Maximum number of items to read. */
  readonly remaining: number;
}

async function* furtherPages(
  { route, run }: RestRequest,
  { variables, ...options }: LongList,
  start: Start,
): AsyncGenerator<List> {
  const continued = { page: null, [SHOWN_PAGE]: variables['page'], _isContinued: true };
  let after: string | undefined = start.after;
  for (let { remaining } = start; remaining > 0 && after !== undefined;) {
    currentWork()?.nextPart();
    const limit = Math.min(remaining, PAGE_ITEMS);
    const data = await run({ ...variables, ...continued, limit, _after: after });
    const { items, next } = readPart(route.operation.mapping, data, options);
    yield items;
    remaining -= items.length;
    after = next;
  }
}
