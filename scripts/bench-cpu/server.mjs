import { ADMIN, logIn, PASSWORD, startGateway } from '../support/gateway.mjs';
import { mainThreadTime } from '../support/process-use.mjs';

const ARTICLES = 1000;

/** Starts a gateway on a new embedded database with a dictionary, an admin and an application. Returns it with their tokens. */
export async function startServer() {
  const { url, processId, stop } = await startGateway({
    ...{ TRUST_PROXY: 'loopback', WORKERS: '1', ...ADMIN },
    ...{ PLATFORM_NAME: 'own', PLATFORM_EMAIL: 'own@example.org', PLATFORM_PASSWORD: PASSWORD },
  });
  const admin = await logIn(`${url}/lexicon/login`, 'admin');
  const platform = await logIn(`${url}/chatbot/core/applications/login`, 'own');
  await fill(url, admin);
  return { url, tokens: { admin, platform }, processorTime: () => mainThreadTime(processId), stop };
}

async function fill(url, token) {
  const ask = async (query, variables) => {
    const headers = { 'content-type': 'application/json', 'x-access-token': token };
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    const { errors } = await response.json();
    if (errors) throw new Error(JSON.stringify(errors));
  };
  for (const id of ['qaa_fr_cpu', 'qaa_fr_new'])
    await ask(
      'mutation ($id: ID!) { createDictionary(input: { publicId: $id }) { dictionary { number } } }',
      { id },
    );
  const items = Array.from({ length: ARTICLES }, (_, n) => ({
    source: {
      entry: { headword: `mot ${n}`, variants: [{ form: `motte${n}`, type: 'variant' }] },
      category: 'n',
      translations: [{ lang: 'fr', number: 1, content: `le mot numéro ${n}` }],
      examples: [
        { lang: 'fr', number: 1, content: `une phrase avec le mot ${n}`, target: 'une autre phrase' },
      ],
    },
  }));
  const upsert =
    'mutation ($i: [UpsertArticleInput!]!) { upsertArticles(dictionary: "qaa_fr_cpu", items: $i) { results { index } } }';
  // In several operations, because a busy machine could not store all articles within the time limit of one.
  for (let from = 0; from < ARTICLES; from += 100) await ask(upsert, { i: items.slice(from, from + 100) });
}
