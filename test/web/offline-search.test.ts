import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { indexOfCopy } from '../../src/offline/copy-index';
import { refreshedCopy } from '../../src/offline/copy-transfer';
import { articleReader } from '../../src/offline/dictionary-copy';
import { OfflineDictionary } from '../../src/offline/offline-dictionary';
import { searchOffline } from '../../src/offline/offline-search';
import { fetchWithRetry } from '../../src/web/browser/offline/fetch-with-retry';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';

const SHARED = resolve(__dirname, '../../../shared');
const DEVELOPMENT = join(SHARED, 'relevance/dev.jsonl');

/** EDITIONS=all compares all dictionaries of the development queries, which takes minutes to import. */
const ALL =
  process.env['EDITIONS'] === 'all' && existsSync(DEVELOPMENT)
    ? ['afr_eng_fd', 'sag_eng_weston', 'swh_eng_fd', 'wol_fra_cisse']
    : [];

interface Hit {
  readonly match: { readonly tier: string };
  readonly article: { readonly dictionaryId: string; readonly number: number };
}

interface SearchResult {
  readonly totalCount: number | null;
  readonly didYouMean: readonly string[];
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly nodes: readonly Hit[];
}

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
});

afterAll(() => server.close());

/** Words with their translations, as a dictionary. */
function loaded(id: string, lang: string, words: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(words).map(([headword, content], i) => ({
    id_dico: id,
    id_article: i + 1,
    public_id: `${id}-${String(i + 1)}`,
    article: { entry: { headword }, translations: [{ lang, number: 1, content }] },
  }));
  return server.load(dictionaryFolder(id, lines));
}

async function onDevice(id: string): Promise<OfflineDictionary> {
  const copy = await refreshedCopy(id, undefined, (path) => fetchWithRetry(server.url + path));
  const articles = articleReader(copy);
  return new OfflineDictionary({
    dictionary: copy.dictionary,
    index: await indexOfCopy(copy),
    article: (number) => articles(number) ?? [number, '', 0, {}],
  });
}

async function onServer(text: string, page: number, size: number): Promise<SearchResult> {
  const query = `query ($text: String!, $page: Int, $size: Int) {
    search(text: $text, page: $page, first: $size) {
      totalCount didYouMean pageInfo { hasNextPage } nodes { match { tier } article { dictionaryId: dictionaryPublicId number } }
    }
  }`;
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { text, page, size } }),
  });
  return ((await response.json()) as { data: { search: SearchResult } }).data.search;
}

/** The results of both, without members that only pages need. */
function comparable({ totalCount, didYouMean, pageInfo, nodes }: SearchResult) {
  const hits = nodes.map(({ match, article }) => [article.dictionaryId, article.number, match.tier]);
  return { totalCount, didYouMean, hasNextPage: pageInfo.hasNextPage, hits };
}

/** Both results for a text: that of the device and that of the server. */
async function bothOf(dictionaries: readonly OfflineDictionary[], text: string, page = 1, size = 20) {
  const { search } = await searchOffline(dictionaries, text, { page, size });
  return [comparable(search), comparable(await onServer(text, page, size))] as const;
}

/** Names that begin alike: equal matches of them are ordered by more. */
test('searches several dictionaries of a device as one, as on the server', async () => {
  await loaded('twig_one', 'en', {
    nyama: 'meat',
    nyame: 'sky',
    ɖɔŋ: 'nyama of the forest',
    kilo: 'wisdom',
    watu: 'eye',
  });
  await loaded('twig_two', 'fr', {
    nyamo: 'viande',
    nyama: 'animal',
    'nyama moto': 'feu',
    watu: 'oeil',
    ñama: 'manger',
  });
  await loaded('twig_six', 'en', { watu: 'people', 'watu wa': 'people of', kila: 'every', meat: 'meeting' });
  const dictionaries = await Promise.all(['twig_two', 'twig_one', 'twig_six'].map(onDevice));

  for (const text of [
    'nyama',
    'nyamaa',
    'watu',
    'kilo',
    'kil',
    'meat',
    'mets',
    'people of',
    '"nyama"',
    'zzz',
  ]) {
    const [device, expected] = await bothOf(dictionaries, text);
    expect({ text, ...device }).toEqual({ text, ...expected });
  }
  const [device, expected] = await bothOf(dictionaries, 'nya', 2, 2);
  expect(device).toEqual(expected);
  expect(expected.hits).toHaveLength(2);

  // The weak hits that a dictionary has alone are not shown beside good ones of another.
  const [{ hits }] = await bothOf(dictionaries, 'kilo');
  expect(hits).toEqual([['twig_one', 4, 'EXACT']]);
});

(ALL.length > 0 ? test : test.skip)(
  'the development queries over all dictionaries find the same first 20',
  async () => {
    const ofOthers = server;
    server = await startGateway();
    await server.load(...ALL.map((id) => join(SHARED, 'data', id)));
    const rows = readFileSync(DEVELOPMENT, 'utf8').trim().split('\n');
    const queries = rows.map((row) => JSON.parse(row) as { id_dico: string | null; query: string });
    const texts = queries.flatMap(({ id_dico: id, query }) => (id === null ? [query] : []));
    const dictionaries = await Promise.all(ALL.map(onDevice));

    const found: [device: object, expected: object][] = [];
    for (const text of texts) {
      const [device, expected] = await bothOf(dictionaries, text);
      found.push([
        { text, ...device },
        { text, ...expected },
      ]);
    }
    await server.close();
    server = ofOthers;

    expect(texts.length).toBeGreaterThan(9);
    for (const [device, expected] of found) expect(device).toEqual(expected);
  },
  900_000,
);
