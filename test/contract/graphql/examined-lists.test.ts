import type { ArticleLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { hide } from '../../support/hide';
import { graphql } from '../../support/http';
import { recordCommands } from '../../support/recorded-commands';
import { examineAtMost } from '../../support/replaced';
import { serveTo, type ViewerServer } from '../../support/viewer-server';
import { ADMIN } from '../../support/viewers';

// A bound that needs tens of articles to be met instead of 10,000.
examineAtMost({ MAX_EXAMINED: 7, FIRST_EXAMINED: 3 });

interface Facts {
  readonly number: number;
  readonly dictionary: string;
  readonly language: string;
  readonly category: string;
  readonly class?: string;
  readonly type: string;
  readonly hasExample: boolean;
  readonly isHidden: boolean;
}

const MANY = 90;

/** Articles whose numbers are their places in the order of lists, since their headwords sort as they do. */
const FACTS: readonly Facts[] = Array.from({ length: MANY }, (_, i) => {
  const number = i + 1;
  return {
    number,
    dictionary: number % 3 === 0 ? 'qbb_fr_2' : 'qaa_fr_1',
    language: number % 2 === 0 ? 'fr' : 'en',
    category: number % 5 === 0 ? 'v' : 'n',
    ...(number % 4 === 0 ? {} : { class: number > 70 || number < 10 ? '7/8' : '1/2' }),
    type: number % 7 === 0 ? 'verb' : 'noun',
    hasExample: number % 6 < 2 || number > 80,
    isHidden: number % 11 === 0,
  };
});

function lineOf({ number, dictionary, language, category, type, hasExample, ...facts }: Facts): ArticleLine {
  return {
    id_dico: dictionary,
    id_article: number,
    public_id: `${dictionary}-${String(number)}`,
    article: {
      entry: { headword: `w${String(number).padStart(3, '0')}` },
      category,
      class: facts.class,
      type,
      ...(hasExample ? { example: 'x' } : {}),
      translations: [{ lang: language, number: 1, content: 'x' }],
    },
  };
}

interface Filter {
  readonly dictionary?: string;
  readonly having?: 'ENTRY' | 'EXAMPLE' | 'CLASS';
  readonly language?: string;
  readonly category?: string;
  readonly class?: string;
  readonly type?: string;
}

const HAS: Record<string, (facts: Facts) => boolean> = {
  ENTRY: () => true,
  EXAMPLE: ({ hasExample }) => hasExample,
  CLASS: (facts) => facts.class !== undefined,
};

/** The numbers of the articles of a filter, as a plain reading of it gives them. */
function expected(
  { dictionary, having, ...values }: Filter,
  { seesHidden }: { readonly seesHidden: boolean },
): number[] {
  return FACTS.filter(
    (facts) =>
      (dictionary === undefined || facts.dictionary === dictionary) &&
      (having === undefined || HAS[having]?.(facts)) &&
      (seesHidden || !facts.isHidden) &&
      Object.entries(values).every(([name, value]) => facts[name as keyof Facts] === value),
  ).map(({ number }) => number);
}

const FILTERS: readonly Filter[] = [
  { type: 'noun', having: 'CLASS' },
  { type: 'verb', class: '7/8' },
  { language: 'en', category: 'v' },
  { language: 'en', category: 'n', type: 'verb' },
  { language: 'fr', having: 'EXAMPLE', class: '7/8' },
  { language: 'fr', having: 'ENTRY' },
  { category: 'n', having: 'EXAMPLE', language: 'en' },
  { dictionary: 'qaa_fr_1', type: 'noun', class: '1/2', language: 'fr' },
  { dictionary: 'qbb_fr_2', type: 'verb', category: 'n' },
  { class: '7/8', type: 'nothing' },
  { class: '1/2', category: 'n', type: 'noun', language: 'en', having: 'EXAMPLE' },
];

let gateway: TestGateway;
let admin: ViewerServer;

beforeAll(async () => {
  gateway = await startGateway();
  for (const dictionary of ['qaa_fr_1', 'qbb_fr_2']) {
    const facts = FACTS.filter((facts) => facts.dictionary === dictionary);
    await gateway.load(dictionaryFolder(dictionary, facts.map(lineOf)));
    await hide(
      gateway.gateway,
      dictionary,
      facts.filter(({ isHidden }) => isHidden).map(({ number }) => number),
    );
  }
  admin = await serveTo(ADMIN, gateway.gateway);
});

afterAll(async () => {
  await admin.close();
  await gateway.close();
});

const QUERY = `
  query ($filter: ArticleFilter, $first: Int, $after: String, $last: Int, $before: String, $page: Int,
    $sort: SortDirection! = ASC) {
    articles(filter: $filter, first: $first, after: $after, last: $last, before: $before, page: $page, sort: $sort) {
      nodes { number }
      totalCount
      pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
    }
  }
`;

interface Listing {
  readonly nodes: readonly { readonly number: number }[];
  readonly totalCount: number | null;
  readonly pageInfo: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

async function list(url: string, filter: Filter, args: object): Promise<Listing> {
  const { data, errors } = await graphql(url, QUERY, { filter, ...args });
  expect(errors).toEqual([]);
  return (data as { articles: Listing }).articles;
}

const numbersOf = ({ nodes }: Listing) => nodes.map(({ number }) => number);

/** All pages of a list from its beginning; the walk must end by itself. */
async function forwards(url: string, filter: Filter, args: object): Promise<Listing[]> {
  const pages: Listing[] = [];
  for (let after: string | null = null; pages.length <= MANY;) {
    const page = await list(url, filter, { ...args, after });
    pages.push(page);
    if (!page.pageInfo.hasNextPage) return pages;
    expect(page.pageInfo.endCursor).not.toBeNull();
    after = page.pageInfo.endCursor;
  }
  throw new Error('the list has no end');
}

/** The same from its end. */
async function backwards(url: string, filter: Filter, last: number): Promise<Listing[]> {
  const pages: Listing[] = [];
  for (let before: string | null = null; pages.length <= MANY;) {
    const page = await list(url, filter, { last, before });
    pages.unshift(page);
    if (!page.pageInfo.hasPreviousPage) return pages;
    expect(page.pageInfo.startCursor).not.toBeNull();
    before = page.pageInfo.startCursor;
  }
  throw new Error('the list has no beginning');
}

describe.each(FILTERS.map((filter) => [JSON.stringify(filter), filter] as const))('%s', (_, filter) => {
  test('shows a stranger every article once by cursor, in both directions', async () => {
    const { url } = gateway;
    const all = expected(filter, { seesHidden: false });

    expect((await forwards(url, filter, { first: 3 })).flatMap(numbersOf)).toEqual(all);
    expect((await backwards(url, filter, 3)).flatMap(numbersOf)).toEqual(all);
    const descending = await forwards(url, filter, { first: 3, sort: 'DESC' });
    expect(descending.flatMap(numbersOf)).toEqual(all.toReversed());
  });

  // The other ways differ by nothing that an admin sees.
  test('shows an admin hidden articles too by cursor', async () => {
    const pages = await backwards(admin.url, filter, 3);

    expect(pages.flatMap(numbersOf)).toEqual(expected(filter, { seesHidden: true }));
  });

  test('the total is correct or unknown', async () => {
    const { totalCount } = await list(gateway.url, filter, { first: 1 });

    expect([expected(filter, { seesHidden: false }).length, null]).toContain(totalCount);
  });
});

test('a page that ends early is short, has a next page, and has a cursor that continues', async () => {
  const first = await list(gateway.url, { type: 'noun', class: '7/8' }, { first: 10 });

  expect(first.nodes.length).toBeLessThan(10);
  expect(first.totalCount).toBeNull();
  expect(first.pageInfo.hasNextPage).toBe(true);
});

test('a list has its total if fewer entries are examined than the bound', async () => {
  const filter = { dictionary: 'qbb_fr_2', type: 'verb', category: 'n' };

  expect((await list(gateway.url, filter, { first: 1 })).totalCount).toBe(
    expected(filter, { seesHidden: false }).length,
  );
});

test.each([
  ['a language and a part', { language: 'fr', having: 'EXAMPLE' }],
  ['a category and a part', { category: 'v', having: 'CLASS' }],
  ['a category and a part of one dictionary', { dictionary: 'qaa_fr_1', category: 'n', having: 'EXAMPLE' }],
] as const)('pages of %s are full, with any bound', async (_, filter) => {
  const all = expected(filter, { seesHidden: false });
  const { nodes } = await list(gateway.url, filter, { first: 100 });

  expect(all.length).toBeGreaterThan(5);
  expect(nodes.map(({ number }) => number)).toEqual(all);
});

test('a page number beyond the examined items is refused, with a message how to continue', async () => {
  const { data, errors } = await graphql(gateway.url, QUERY, {
    filter: { class: '1/2', type: 'verb' },
    first: 5,
    page: 2,
  });

  expect(data).toBeNull();
  expect(errors[0]).toMatchObject({ extensions: { code: 'INVALID_INPUT' } });
  expect(errors[0]?.message).toContain('after');
});

test('equal requests of several fields of an operation are read once', async () => {
  const field = 'articles(filter: { language: "en", class: "1/2" }) { totalCount nodes { number } }';
  const operation = (aliases: number) =>
    `{ ${Array.from({ length: aliases }, (_, i) => `a${String(i)}: ${field}`).join(' ')} }`;

  const commandsOf = async (query: string) => {
    const { commands, stop } = recordCommands();
    const { errors } = await graphql(gateway.url, query);
    stop();
    expect(errors).toEqual([]);
    // Meanwhile the gateway may look for imports of its own accord.
    return commands.filter(({ collection }) =>
      /^(articles|listSegments|dictionaries)$/.test(String(collection)),
    ).length;
  };

  const once = await commandsOf(operation(1));
  expect(once).toBeGreaterThan(0);
  expect(await commandsOf(operation(15))).toBe(once);
});
