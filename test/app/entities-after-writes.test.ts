import { ADMIN_NAME, ADMIN_PASSWORD, clientOf } from '../support/accounts';
import type { TestDatabase } from '../support/database';
import { databaseWithSample } from '../support/prepared-database';
import { type ServerProcess, startServer } from '../support/server-process';

/** How many articles are written, each through one of two processes. After each, everything is read through one of them. */
const WRITES = Number(process.env['ENTITY_WRITES'] ?? 40);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_126);

const ID = 'yor_eng_fra_griot';
const PASSWORD = 'a password of the application';

/** An article as it was written last. */
interface Written {
  readonly id: string;
  readonly headword: string;
  readonly gloss: string;
  readonly category: 'n' | 'v';
  readonly isDisabled: boolean;
}

let database: TestDatabase;
let servers: readonly ServerProcess[] = [];
let admin: string;
let application: string;
let field: string;

let state = SEED;
/** A number below a bound. Source: Lehmer's generator with the constants of MINSTD. */
function random(most: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % most;
}

type Data = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Asks one of the two processes. */
async function execute(query: string, variables: object, token: string): Promise<Data> {
  const { url } = servers[random(servers.length)]!;
  const { data, errors } = await clientOf(url).graphql(query, variables, token);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data as Data;
}

beforeAll(async () => {
  database = await databaseWithSample();
  const account = { ADMIN_USERNAME: ADMIN_NAME, ADMIN_PASSWORD };
  const env = { ...database.env, ...account, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' };
  servers = [await startServer(env), await startServer(env)];
  admin = await clientOf(servers[0]!.url).logIn(ADMIN_NAME, ADMIN_PASSWORD);
  const named = `name: "Bot", password: "${PASSWORD}"`;
  await execute(
    `mutation { createApplication(input: { ${named}, email: "bot@example.org" }) { application { id } } }`,
    {},
    admin,
  );
  const loggedIn = await execute(`mutation { logInApplication(${named}) { login { token } } }`, {}, '');
  application = (loggedIn['logInApplication']?.['login'] as { token: string }).token;
  const made = await execute('mutation { createField(input: {}) { field { id } } }', {}, application);
  field = (made['createField']?.['field'] as { id: string }).id;
  const inputs = Object.entries({
    word: { synonyms: ['translations:en'] },
    noun: { synonyms: [], category: 'n' },
    gloss: { synonyms: [], value: 'translation:en', language: 'en' },
  }).map(([entityName, more]) => ({
    entityName,
    entityValues: { source: { dictionary: ID, ...more } },
  }));
  await execute(
    'mutation ($id: ID!, $inputs: [EntityInput!]!) { createEntities(fieldId: $id, inputs: $inputs) { results { code } } }',
    { id: field, inputs },
    application,
  );
});

afterAll(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  await database.drop();
});

let names = 0;
/** A word that no other is a spelling of. */
function newWord(): string {
  const letters = Array.from(String(++names), (digit) => 'bcdfghjklm'.charAt(Number(digit)));
  return `zz${letters.join('a')}aq`;
}

function sourceOf({ headword, gloss, category }: Omit<Written, 'id' | 'isDisabled'>) {
  return { entry: { headword }, category, translations: [{ lang: 'en', content: gloss }] };
}

async function created(): Promise<Written> {
  const article = { headword: newWord(), gloss: newWord(), category: random(2) === 0 ? 'n' : 'v' } as const;
  const made = await execute(
    `mutation ($source: JSON!) { createArticle(dictionary: "${ID}", input: { source: $source }) { article { id } } }`,
    { source: sourceOf(article) },
    admin,
  );
  return { ...article, id: (made['createArticle']?.['article'] as { id: string }).id, isDisabled: false };
}

async function edited(article: Written, change: Partial<Written>): Promise<Written> {
  const changed = { ...article, ...change };
  await execute(
    'mutation ($id: ID!, $source: JSON!) { updateArticle(id: $id, input: { source: $source }) { article { id } } }',
    { id: article.id, source: sourceOf(changed) },
    admin,
  );
  return changed;
}

async function disabled(article: Written, isDisabled: boolean): Promise<Written> {
  await execute(
    'mutation ($id: ID!, $is: Boolean!) { setArticleDisabled(id: $id, isDisabled: $is) { article { id } } }',
    { id: article.id, is: isDisabled },
    admin,
  );
  return { ...article, isDisabled };
}

async function deleted({ id }: Written): Promise<undefined> {
  await execute('mutation ($id: ID!) { deleteArticle(id: $id) { __typename } }', { id }, admin);
  return undefined;
}

/** What may be done to an article that there is. */
const WRITE_OF: readonly (readonly [string, (one: Written) => Promise<Written | undefined>])[] = [
  ['headword', (one) => edited(one, { headword: newWord() })],
  ['gloss', (one) => edited(one, { gloss: newWord() })],
  ['category', (one) => edited(one, { category: one.category === 'n' ? 'v' : 'n' })],
  ['visibility', (one) => disabled(one, !one.isDisabled)],
  ['deletion', deleted],
];

/** The values that entities must have now, by entity, in the order of article numbers, which is that of their creation. */
function valuesOf(articles: Iterable<Written>): Readonly<Record<string, readonly string[]>> {
  const visible = [...articles].filter(({ isDisabled }) => !isDisabled);
  return {
    word: visible.map(({ headword }) => headword),
    noun: visible.filter(({ category }) => category === 'n').map(({ headword }) => headword),
    gloss: visible.map(({ gloss }) => gloss),
  };
}

/** What a text must be recognised as: each word that an article has now. */
function foundIn(words: readonly string[], articles: readonly Written[]): readonly string[] {
  const visible = articles.filter(({ isDisabled }) => !isDisabled);
  return words
    .flatMap((word) =>
      visible.flatMap(({ id, headword, gloss, category }) => [
        ...(word === headword || word === gloss ? [`word ${headword} ${id}`] : []),
        ...(word === headword && category === 'n' ? [`noun ${headword} ${id}`] : []),
        ...(word === gloss ? [`gloss ${gloss} ${id}`] : []),
      ]),
    )
    .sort();
}

async function recognised(words: readonly string[]): Promise<readonly string[]> {
  const data = await execute(
    'query ($field: ID!, $text: String!) { recognise(fieldId: $field, text: $text) { entities { entity value articleId } } }',
    { field, text: words.join(' ') },
    application,
  );
  const entities = data['recognise']?.['entities'] as { entity: string; value: string; articleId: string }[];
  return entities.map(({ entity, value, articleId }) => `${entity} ${value} ${articleId}`).sort();
}

/** The values of the articles of this test; the sample has others. */
async function listed(): Promise<Readonly<Record<string, readonly string[]>>> {
  const data = await execute(
    'query ($id: ID!) { field(id: $id) { newestEntities(last: 3) { entityName dictionaryValues(first: 1000) { values { value } } } } }',
    { id: field },
    application,
  );
  const entities = data['field']?.['newestEntities'] as readonly {
    readonly entityName: string;
    readonly dictionaryValues: { readonly values: readonly { readonly value: string }[] };
  }[];
  return Object.fromEntries(
    entities.map(({ entityName, dictionaryValues }) => [
      entityName,
      dictionaryValues.values.map(({ value }) => value).filter((value) => /^zz\w+aq$/u.test(value)),
    ]),
  );
}

test(
  'after each of many random writes through two processes, every entity is right on its next read',
  async () => {
    const articles = new Map<string, Written>();
    const counts: Record<string, number> = {};
    for (let n = 0; n < WRITES; n++) {
      const all = [...articles.values()];
      const before = all[random(Math.max(1, all.length))];
      // So that there are neither none nor thousands.
      const isNew = before === undefined || random(3) === 0;
      const [kind, write] = WRITE_OF[random(WRITE_OF.length)]!;
      const after = isNew ? await created() : await write(before);
      counts[isNew ? 'creation' : kind] = (counts[isNew ? 'creation' : kind] ?? 0) + 1;
      if (after) articles.set(after.id, after);
      else if (before) articles.delete(before.id);

      const others = Array.from({ length: 5 }, () => all[random(Math.max(1, all.length))]);
      const words = [before, after, ...others].flatMap((written) =>
        written ? [written.headword, written.gloss] : [],
      );
      const text = [...new Set(words)];
      expect(await recognised(text)).toEqual(foundIn(text, [...articles.values()]));
      expect(await listed()).toEqual(valuesOf(articles.values()));
    }
    process.stdout.write(`${JSON.stringify({ writes: counts, articles: articles.size })}\n`);
  },
  60_000 + WRITES * 1_000,
);
