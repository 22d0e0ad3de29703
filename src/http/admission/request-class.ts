import { Kind, parse, type DocumentNode, type SelectionSetNode } from 'graphql';
import { isForGraphql, type HttpRequest } from '../../shared/http';
import { MAX_TOKENS } from '../../shared/documents';

/** Paths that read one object or log an account in or out. */
const LIGHT_PATHS: readonly RegExp[] = [
  /^\/lexicon\/(dictionaries\/)?articles\/[^/?]+\/[^/?]+\/?(\?|$)/,
  /^\/lexicon\/(core\/)?login\/?(\?|$)/,
  /^\/chatbot\/core\/applications\/login\/?(\?|$)/,
];

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const LOGIN_PATH = /\/login\/?(\?|$)/;

/**
 * Whether a request is light judging by its headers: it reads one article, or logs in. A GraphQL request counts as
 * light until its body has arrived, because looking up its sender is light.
 */
export function isLightByHead(request: Pick<HttpRequest, 'url' | 'method'>): boolean {
  const { url, method } = request;
  if (isForGraphql(request)) return true;
  if (!SAFE_METHODS.has(method) && !LOGIN_PATH.test(url)) return false;
  return LIGHT_PATHS.some((path) => path.test(url));
}

/** Root fields of light operations. */
const LIGHT_FIELDS: ReadonlySet<string> = new Set([
  'article',
  'dictionary',
  'me',
  'node',
  'logIn',
  'passwordReset',
  'refreshLogin',
  'resetPassword',
  'logInApplication',
  'logOut',
  'logOutApplication',
  '__typename',
]);

/** Root fields, and fields altogether, of a light operation. */
const MAX_ROOT_FIELDS = 2;
const MAX_FIELDS = 60;

/** Longest text of a light operation, in characters: longer ones are not parsed to find out. */
const MAX_LIGHT_TEXT_LENGTH = 4000;

/**
 * Whether a GraphQL operation is light: a few fields of one object and no list. An unparsable document is not light.
 */
export function isLightOperation(body: unknown): boolean {
  const query = (body as { readonly query?: unknown } | null | undefined)?.query;
  if (typeof query !== 'string' || query.length > MAX_LIGHT_TEXT_LENGTH) return false;
  const cached = classes.get(query);
  if (cached !== undefined) return cached;
  const isLight = isLightText(query);
  if (classes.size >= MAX_CLASSIFIED) classes.clear();
  classes.set(query, isLight);
  return isLight;
}

/** Classification of earlier documents: front ends send the same documents repeatedly. At most 8 MB. */
const classes = new Map<string, boolean>();
const MAX_CLASSIFIED = 1000;

function isLightText(query: string): boolean {
  try {
    return isLightDocument(parse(query, { maxTokens: MAX_TOKENS, noLocation: true }));
  } catch {
    // The executor reports the syntax error.
    return false;
  }
}

function isLightDocument({ definitions }: DocumentNode): boolean {
  const [operation, ...others] = definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return false;
  const { selections } = operation.selectionSet;
  const areLight = selections.every(
    (selection) => selection.kind === Kind.FIELD && LIGHT_FIELDS.has(selection.name.value),
  );
  return (
    areLight && selections.length <= MAX_ROOT_FIELDS && countFields(operation.selectionSet) <= MAX_FIELDS
  );
}

/** Fields that hold the items of a list. */
const ITEM_FIELDS: ReadonlySet<string> = new Set(['nodes', 'edges', 'changes']);

/** Fields of a selection. One with arguments below the root may be a list, as is one with items; it counts as too many. */
function countFields({ selections }: SelectionSetNode, depth = 0): number {
  return selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return Infinity;
    if (selection.kind === Kind.INLINE_FRAGMENT) return sum + countFields(selection.selectionSet, depth);
    const isList =
      depth > 0 &&
      selection.selectionSet !== undefined &&
      ((selection.arguments ?? []).length > 0 || ITEM_FIELDS.has(selection.name.value));
    const below = selection.selectionSet ? countFields(selection.selectionSet, depth + 1) : 0;
    return isList ? Infinity : sum + 1 + below;
  }, 0);
}
