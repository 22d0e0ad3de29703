import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { hide } from '../support/hide';
import { call, graphql } from '../support/http';
import { serveTo, type ViewerServer } from '../support/viewer-server';
import { dictionaries, type Line, OWN } from './equality/lines';
import { inOrder } from './equality/order';
import { articleRequests, listRequests, type Request, uriOf } from './equality/requests';
import { LISTS, type ComparedRoute } from './equality/compared-routes';
import { ADMIN } from '../support/viewers';

type Members = Readonly<Record<string, unknown>>;
type Role = 'anonymous' | 'admin';

/** Requests that are made up for each property; PROPERTY_RUNS raises it for a long hunt. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 60);

/** Items with which a list is too short to be read to its end. */
const FEW = 2;

const OPERATIONS = join(__dirname, '..', '..', 'schema', 'operations', 'lexicon');
const FRAGMENT = readFileSync(join(OPERATIONS, 'article-object.graphql'), 'utf8');
const ALL = dictionaries();
const LINES = [...ALL.values()].flat();

/** Every seventh article is hidden: to the admin alone it is there. */
const isHidden = ({ id_article }: Line) => id_article % 7 === 0;

let gateway: TestGateway;
let servers: Readonly<Record<Role, ViewerServer>>;

beforeAll(async () => {
  gateway = await startGateway();
  for (const [id, lines] of ALL) {
    await gateway.load(dictionaryFolder(id, lines));
    await hide(
      gateway.gateway,
      id,
      lines.filter(isHidden).map(({ id_article }) => id_article),
    );
  }
  const admin = await serveTo(ADMIN, gateway.gateway);
  servers = { anonymous: gateway, admin };
});

afterAll(async () => {
  await servers.admin.close();
  await gateway.close();
});

describe.each(['anonymous', 'admin'] as const)('for %s', (role) => {
  test('every list returns the content of the files over GraphQL and REST', async () => {
    await fc.assert(
      fc.asyncProperty(listRequests([...ALL.keys()]), (request) => checkList(role, request)),
      { numRuns: RUNS },
    );
  });

  test('every read of one article returns the content of the files over GraphQL and REST', async () => {
    await fc.assert(
      fc.asyncProperty(articleRequests(LINES), (request) => checkArticle(role, request)),
      { numRuns: RUNS },
    );
  });

  test('the data of the project suffice to fill every list', () => {
    const lines = [...OWN.values()].flat();
    const counts = LISTS.map((route) => [route.id, expectedList(role, { ...wholeOf(route), lines }).total]);

    expect(counts.filter(([, count]) => Number(count) <= FEW)).toEqual([]);
  });

  test('every list is read to its end', async () => {
    for (const route of LISTS) {
      const request = wholeOf(route);
      const { expected } = expectedList(role, request);
      const rest = await call(`${servers[role].url}${uriOf(request)}`);

      expect(expected.length).toBeGreaterThan(FEW);
      expect(rest.body).toEqual({ [route.key]: expected });
      expect(rest.headers.get('x-limit-applied')).toBeNull();
    }
  });
});

/** A list of all dictionaries, as long as it is. */
function wholeOf(route: ComparedRoute): Request {
  const everything = { dictionary: undefined, article: undefined, isAliased: false, flag: route.flags[0] };
  return { route, ...everything, language: 'fr', limit: 15_000, page: 1, sort: 'ASC', noise: [] };
}

function expectedList(
  role: Role,
  { route, dictionary, language, limit, page, sort, lines = LINES }: Request & { lines?: readonly Line[] },
) {
  const of = dictionary === undefined ? lines : (ALL.get(dictionary) ?? []);
  const visible = inOrder(
    of.filter((line) => role === 'admin' || !isHidden(line)),
    sort,
  );
  const request = { page, language, isHidden };
  const items = visible.map((line) => route.shows(line, request)).filter((item) => item !== null);
  return { total: items.length, expected: items.slice((page - 1) * limit, page * limit) };
}

async function checkList(role: Role, request: Request): Promise<void> {
  const { route, dictionary, limit, page, sort, language } = request;
  const { total, expected } = expectedList(role, request);
  const uri = uriOf(request);

  const rest = await call(`${servers[role].url}${uri}`);
  const { nodes, totalCount } = (await dataOf(role, route.document, {
    dictionary_id: dictionary ?? null,
    limit,
    page,
    sort,
    ...(route.flags.includes('trad') ? { trad: language } : {}),
  })) as { nodes: Members[]; totalCount: number };

  const empty = { message: `${route.subject} not found`, status: 206, uri };
  expect(rest.body).toEqual({ [route.key]: expected, ...(expected.length === 0 ? empty : {}) });
  expect(rest.status).toBe(expected.length === 0 ? 206 : 200);
  expect(rest.headers.get('x-total-count')).toBe(String(total));
  expect(nodes.map((node) => withoutNotes(node, language))).toEqual(rest.body[route.key]);
  expect(totalCount).toBe(total);
}

async function checkArticle(role: Role, request: Request): Promise<void> {
  const { route, dictionary, article, language } = request;
  const line = LINES.find(
    (line) =>
      line.id_dico === dictionary?.normalize('NFC') &&
      [String(line.id_article), line.public_id].includes(article ?? ''),
  );
  const isSeen = line !== undefined && (role === 'admin' || !isHidden(line));
  const expected = isSeen ? route.shows(line, { page: null, language, isHidden }) : null;
  const uri = uriOf(request);

  const rest = await call(`${servers[role].url}${uri}`);
  const root = (await dataOf(role, route.document, {
    dictionary_id: dictionary,
    article_id: article,
    ...(route.flags.includes('trad') ? { trad: language } : {}),
  })) as Members | null;

  const status = expected !== null ? 200 : route.id === 'B23' ? 404 : 206;
  expect(rest.status).toBe(status);
  if (status === 200) expect(rest.body).toEqual({ [route.key]: expected });
  else expect(rest.body).toMatchObject({ message: `${route.subject} not found`, status, uri });
  if (status === 206) expect(rest.body[route.key]).toBeNull();
  const data = root && (route.id === 'B13' ? withoutNotes(root, language) : root[route.key]);
  // An empty list of translations is nothing found.
  expect(Array.isArray(data) && data.length === 0 ? null : data).toEqual(rest.body[route.key] ?? null);
  if (status === 200) expect(rest.headers.get('etag')?.replace('W/', '')).toBe(root?.['_etag']);
}

/** What the stored document of a route gives at the other face. */
async function dataOf(role: Role, document: string, variables: object): Promise<unknown> {
  const text = readFileSync(join(OPERATIONS, `${document}.graphql`), 'utf8');
  const query = text.includes('...ArticleObject') ? text + FRAGMENT : text;
  const { data, errors } = await graphql(servers[role].url, query, variables);
  expect(errors).toEqual([]);
  return Object.values(constantsOf(data as Members, variables) as Members)[0];
}

/** Members that GraphQL does not have are aliases of `__typename` in documents; the interface says what they are. */
function constantsOf(value: unknown, variables: { readonly page?: number }): unknown {
  if (Array.isArray(value)) return value.map((item) => constantsOf(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  const constants: Members = { article_page: variables.page ?? null, users_versions: '' };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name in constants && member === 'Article' ? constants[name] : constantsOf(member, variables),
    ]),
  );
}

/** A response can neither omit an alias nor name it as the request does. */
function withoutNotes(members: Members, language: string): Members {
  const visible = Object.entries(members).map(([name, value]) => [
    name.replace('_trad', `trad_${language.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(visible.filter(([name]) => !String(name).startsWith('_'))) as Members;
}
