import { type ChatbotServer, startWithApplications } from '../../support/applications';
import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { questionsIn, recordCommands } from '../../support/recorded-commands';
import { SHARD_KEYS } from '../../support/shard-keys';
import { MAKE, MAKE_INNER } from '../chatbot/one-of-each';
import { isTargeted } from './targeted';

const ID = 'qaa_fr_shards';

let accounts: ChatbotServer;
/** Global identifier of a comment. */
let comment: string;

beforeAll(async () => {
  accounts = await startWithApplications();
  const lines = Array.from({ length: 30 }, (_, i) => nounLine(ID, i + 1, `word${String(i)}`));
  await accounts.server.load(dictionaryFolder(ID, lines));
  const made = await accounts.execute(
    `mutation { createComment(input: { dictionary: "${ID}", number: "1", text: "so" }) { comment { id } userErrors { message } } }`,
    {},
    accounts.admin,
  );
  comment = (made['createComment'] as unknown as { readonly id: string }).id;
  await write(
    `proposeArticle(dictionary: "${ID}", number: 2, revision: 1, input: { source: { entry: "x" } }) { userErrors { message } }`,
  );
});

afterAll(() => accounts.server.close());

const read = (fields: string) => graphql(`{ ${fields} }`);
const write = (field: string) => graphql(`mutation { ${field} }`);

async function graphql(query: string): Promise<void> {
  const { body } = await accounts.rest('POST', '/graphql', { token: accounts.admin, body: { query } });
  expect(body['errors'] ?? []).toEqual([]);
  for (const payload of Object.values(
    body['data'] as Record<string, { readonly userErrors?: unknown } | null>,
  ))
    expect(payload?.userErrors ?? []).toEqual([]);
}

async function rest(method: string, path: string, body?: unknown): Promise<void> {
  const { status } = await accounts.rest(method, path, { token: accounts.admin, body });
  expect(status).toBeLessThan(300);
}

/** Collections of which some command asks all shards, while something is done. */
async function scatteredBy(run: () => Promise<unknown>): Promise<readonly string[]> {
  const { commands, stop } = recordCommands();
  await run().finally(stop);
  const scattered = questionsIn(commands).filter((recorded) => {
    const key = SHARD_KEYS.get(String(recorded.collection));
    return key !== undefined && !isTargeted(recorded, key);
  });
  return [...new Set(scattered.map(({ collection }) => String(collection)))].sort();
}

const PARTS = ['entries', 'forms', 'examples', 'cats', 'classes', 'types', 'html', 'trad=fr'];
const LIST = `/lexicon/articles/${ID}?limit=5`;
const NODES = 'totalCount nodes { headword } pageInfo { endCursor }';
const IN = `filter: { dictionary: "${ID}"`;

/** What asks one shard alone, or none. */
const TARGETED: readonly (readonly [what: string, run: () => Promise<unknown>])[] = [
  ...['', ...PARTS.map((part) => `&${part}`), '&search=word', '&search=no'].flatMap((query) => [
    [`the first page of a list${query}`, () => rest('GET', `${LIST}${query}`)] as const,
    [`a later page of a list${query}`, () => rest('GET', `${LIST}&page=3${query}`)] as const,
  ]),
  ...['', ...PARTS].map(
    (part) => [`an article ${part}`, () => rest('GET', `/lexicon/articles/${ID}/3?${part}`)] as const,
  ),
  ['an article by its public identifier', () => rest('GET', `/lexicon/articles/${ID}/${ID}-3`)],
  ['comments of a dictionary', () => rest('GET', `/lexicon/comments/${ID}`)],
  ['comments of an article', () => rest('GET', `/lexicon/comments/${ID}/1`)],
  [
    'an export',
    () => fetch(`${accounts.server.url}/export/dictionaries/${ID}.jsonl`).then((response) => response.text()),
  ],
  ['the files of an offline copy', () => rest('GET', `/offline/${ID}/manifest.json`)],
  ['changes', () => rest('GET', `/offline/${ID}/changes?since=0`)],
  [
    'a list by category',
    () => read(`articles(${IN}, category: "n", language: "fr" }, first: 3) { ${NODES} }`),
  ],
  ['a list by class', () => read(`articles(${IN}, class: "9/10" }, first: 3) { ${NODES} }`)],
  ['a list by the alphabet', () => read(`articles(${IN} }, orderBy: ALPHABET, first: 3) { ${NODES} }`)],
  [
    'a list by time',
    () => read(`articles(${IN}, updatedAfter: "2020-01-01T00:00:00Z" }, first: 3) { ${NODES} }`),
  ],
  [
    'a search',
    () => read(`search(text: "wrd1", ${IN} }, first: 3) { totalCount didYouMean nodes { match { text } } }`),
  ],
  [
    'a search by translation',
    () => read(`headwordsFor(translation: "thng", language: "en", dictionary: "${ID}") { match { text } }`),
  ],
  ['autocompletion', () => read(`suggest(prefix: "wo", dictionary: "${ID}") { text }`)],
  ['nouns', () => read(`nouns(form: "maword1", dictionary: "${ID}") { article { headword } }`)],
  [
    'what a dictionary has',
    () =>
      read(`dictionary(dictionary: "${ID}") {
        statistics { articles } letters { letter count } missedSearches(first: 3) { text }
        proposals(first: 3) { nodes { publicId } } changes(after: 0, first: 3) { next } imports(first: 3) { nodes { file } }
      }`),
  ],
  [
    'what an article has',
    () =>
      read(`article(dictionary: "${ID}", number: 2) {
        comments(first: 3) { nodes { publicId } } proposals(first: 3) { nodes { publicId } } revisions(first: 3) { nodes { revision } }
        media { name } next { headword } previous { headword } viewerVote
      }`),
  ],
  [
    'a new article',
    () => rest('POST', `/lexicon/articles/${ID}`, { article: { entry: { headword: 'new' } } }),
  ],
  [
    'a changed article',
    () => rest('PUT', `/lexicon/articles/${ID}/3`, { article: { entry: { headword: 'other' } } }),
  ],
  ['a deleted article', () => rest('DELETE', `/lexicon/articles/${ID}/4`)],
  [
    'a disabled article',
    () =>
      write(
        `setArticleDisabled(dictionary: "${ID}", number: 5, isDisabled: true) { userErrors { message } }`,
      ),
  ],
  [
    'a vote',
    () => write(`voteOnArticle(dictionary: "${ID}", number: 6, vote: LIKE) { userErrors { message } }`),
  ],
  [
    'a comment',
    () =>
      write(
        `createComment(input: { dictionary: "${ID}", number: "6", text: "so" }) { userErrors { message } }`,
      ),
  ],
  [
    'many articles',
    () =>
      write(
        `upsertArticles(dictionary: "${ID}", items: [{ number: 50, source: { entry: "a" } }, { number: 51, source: { entry: "b" } }]) { userErrors { message } }`,
      ),
  ],
  ['an import', () => accounts.server.load(dictionaryFolder(ID, [nounLine(ID, 60, 'sixty')]))],
  ['metadata', () => rest('PUT', `/lexicon/metadata/${ID}`, { metadata: { long_name: 'Shards' } })],
];

test.each(TARGETED)('%s of one dictionary asks no other shard', async (_, run) => {
  expect(await scatteredBy(run)).toEqual([]);
});

/** What asks all shards, as the page says, and of which collections. */
const SCATTERED: readonly (readonly [what: string, run: () => Promise<unknown>, of: readonly string[]])[] = [
  ['a list of all dictionaries', () => rest('GET', '/lexicon/articles?limit=5'), ['articles']],
  ['a search in all dictionaries', () => rest('GET', '/lexicon/articles?search=word1'), ['articles']],
  [
    'a search in one for the beginning of a long word',
    () => rest('GET', `${LIST}&search=word1`),
    ['articles'],
  ],
  ['comments of all dictionaries', () => rest('GET', '/lexicon/comments'), ['comments']],
  ['a comment by its global identifier', () => read(`comment(id: "${comment}") { text }`), ['comments']],
  [
    'a proposal, for the number of those of its user',
    () =>
      write(
        `proposeArticle(dictionary: "${ID}", number: 6, revision: 1, input: { source: { entry: "y" } }) { userErrors { message } }`,
      ),
    ['proposals'],
  ],
];

test.each(SCATTERED)('%s asks all shards', async (_, run, collections) => {
  expect(await scatteredBy(run)).toEqual(collections);
});

test('reads of objects of an application ask only the shard of their owner', async () => {
  const { publicId, token } = await accounts.register('Bot');
  const made: Record<string, { readonly id: string }> = {};
  const make = async (document: string) => {
    const variables = { conversation: made['Conversation']?.id, field: made['Field']?.id };
    Object.assign(made, await accounts.execute(document, variables, token));
  };
  expect(await scatteredBy(() => make(MAKE))).toEqual([]);
  expect(await scatteredBy(() => make(MAKE_INNER))).toEqual([]);

  const path = `/chatbot/core/applications/${publicId}`;
  // Conversations are shown with their requests.
  for (const list of ['fields', 'compilers'])
    expect(await scatteredBy(() => accounts.rest('GET', `${path}/${list}`, { token }))).toEqual([]);
  const fields = '{ application { fields { nodes { entities { nodes { id } } } } } }';
  expect(await scatteredBy(() => accounts.execute(fields, {}, token))).toEqual([]);
  const conversations = '{ application { conversations { nodes { requests { nodes { id } } } } } }';
  expect(await scatteredBy(() => accounts.execute(conversations, {}, token))).toEqual([
    'conversationRequests',
  ]);
});
