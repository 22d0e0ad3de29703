// Measures writes through the gateway: several clients, and a single one, create articles, vote and comment, each with one request at
// a time. Prints the requests per second, the 99th percentile, and the processor time of gateway and engine per request.
// Linux only. Build first.
//
//   npm run bench:writes -- [--seconds 5] [--clients 16] [--dictionaries 4] [--only articles] [--prefix 'taskset -c 0']
//
// With MONGODB_URI, it measures the gateway on another database, without the time of the engine.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { ADMIN, logIn, startGateway } from './support/gateway.mjs';
import { engineOf, processorTime } from './support/process-use.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '16' },
    dictionaries: { type: 'string', default: '4' },
    only: { type: 'string' },
    prefix: { type: 'string', default: '' },
  },
});
const [seconds, clients, dictionaries] = [values.seconds, values.clients, values.dictionaries].map(Number);

const { MONGODB_URI = '' } = process.env;
const { url, processId, dataDir, stop } = await startGateway(
  { LOG_LEVEL: 'error', MONGODB_URI, ...ADMIN },
  values.prefix.split(' ').filter((part) => part !== ''),
);
const token = await logIn(`${url}/lexicon/login`, 'admin');
const engine = MONGODB_URI === '' ? engineOf(dataDir) : undefined;
const authorization = `Bearer ${token}`;
const agent = new Agent({ keepAlive: true });
const names = Array.from({ length: dictionaries }, () => `q${randomUUID().slice(0, 8)}_fra_bench`);
for (const name of names)
  await graphql(
    'mutation ($id: ID!) { createDictionary(input: { publicId: $id, longName: "Bench" }) { userErrors { message } } }',
    { id: name },
  );

const VOWELS = ['a', 'e', 'ɛ', 'i', 'o', 'ɔ', 'u'];
const CONSONANTS = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'ŋ', 's', 't', 'w', 'y'];
let made = 0;
const numbers = names.map(() => 0);

/** A headword of syllables that no other article has. Successive headwords are not in alphabetical order. */
function word(n) {
  let [text, left] = ['', (n * 2654435761) % 4294967296];
  for (let i = 0; i < 4; i++) {
    text += CONSONANTS[left % 13] + VOWELS[(left >>> 4) % 7];
    left = Math.floor(left / 91);
  }
  return text;
}

/** An article about as long as those of real dictionaries. */
function article(n) {
  const text = word(n);
  return {
    entry: { headword: text, variants: [{ headword: `${text}l` }] },
    category: 'noun',
    class: '1/2',
    forms: [{ form: `ba${text}` }],
    examples: [{ text: `Ni ${text} la wax démb`, translation: { fr: `Il a dit ${text} hier au marché` } }],
    translations: [
      { lang: 'fr', content: `chose ${n % 500}, objet` },
      { lang: 'en', content: `thing ${n % 500}` },
    ],
  };
}

const SCENARIOS = {
  articles: () => {
    const at = made++ % names.length;
    numbers[at]++;
    return rest('POST', `/lexicon/articles/${names[at]}`, { article: article(made) });
  },
  votes: () => {
    const at = made++ % names.length;
    const id = String(1 + (Math.floor(made / names.length) % Math.max(1, numbers[at])));
    const query = `mutation ($d: ID!, $id: ID!, $v: Vote!) { voteOnArticle(dictionary: $d, number: $id, vote: $v) { userErrors { message } } }`;
    return gql(query, { d: names[at], id, v: made % 2 ? 'LIKE' : 'UNLIKE' });
  },
  comments: () => {
    const at = made++ % names.length;
    const number = String(1 + (Math.floor(made / names.length) % Math.max(1, numbers[at])));
    const query = `mutation ($d: ID!, $n: ID!, $t: String!) { createComment(input: { dictionary: $d, number: $n, text: $t }) { userErrors { message } } }`;
    return gql(query, { d: names[at], n: number, t: `Comment ${made}` });
  },
};

console.log('| writes | clients | requests/s | p99 ms | gateway ms | engine ms | refused |');
console.log('| --- | --: | --: | --: | --: | --: | --: |');
for (const [name, next] of Object.entries(SCENARIOS)) {
  if (values.only !== undefined && values.only !== name && !(name === 'articles' && numbers[0] === 0))
    continue;
  await run(next, clients, 2);
  for (const amount of [clients, 1]) {
    const before = [processorTime(processId), engine && processorTime(engine)];
    const { count, refused, p99, elapsed } = await run(next, amount, seconds);
    const cost = [processorTime(processId), engine && processorTime(engine)].map((after, i) =>
      after === undefined ? '–' : ((after - before[i]) / count).toFixed(2),
    );
    console.log(
      `| ${name} | ${amount} | ${(count / elapsed).toFixed(0)} | ${p99.toFixed(1)} | ${cost.join(' | ')} | ${refused} |`,
    );
  }
}
agent.destroy();
await stop();

/** Runs clients for a number of seconds. */
async function run(next, amount, time) {
  const times = [];
  let refused = 0;
  const started = performance.now();
  const end = started + time * 1000;
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      const { status, body } = await send(next());
      if (status === 503) refused++;
      else if (status >= 300 || body.includes('userErrors":[{')) throw new Error(`${status} ${body}`);
      else times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: amount }, client));
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    refused,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    elapsed: (performance.now() - started) / 1000,
  };
}

function rest(method, path, body) {
  return { method, path, body: JSON.stringify(body) };
}

function gql(query, variables) {
  return rest('POST', '/graphql', { query, variables });
}

async function graphql(query, variables) {
  const { body } = await send(gql(query, variables));
  if (body.includes('"errors"') || body.includes('userErrors":[{')) throw new Error(body);
}

function send({ method, path, body }) {
  const headers = { authorization, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { agent, method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
