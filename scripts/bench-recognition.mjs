// Measures `recognise` on a running gateway: headwords of dictionaries in sentences, sentences without any, and a field of 50 entities
// with 5,000 values each. Exits with 1 when a limit is missed.
// Usage: npm run bench:recognition -- [--entities 50] [--values 5000] FOLDER...
// The folders hold dictionaries; by default the sample dictionary.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ADMIN, logIn, PASSWORD, startGateway } from './support/gateway.mjs';
import { ownMegabytes, processorTime } from './support/process-use.mjs';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { entities: { type: 'string', default: '50' }, values: { type: 'string', default: '5000' } },
});
const folders = positionals.length > 0 ? positionals : [join(HERE, 'samples/yor_eng_fra_griot')];

/**
 * Minimum share of headwords that are found, and maximum 95th percentile of the processor time of the gateway, in milliseconds, which is
 * the time of a request on an idle machine.
 */
const MIN_FOUND = 0.98;
const MAX_MS = 20;

/** Number of measured requests, and of recognitions in one request where only the results count. */
const MEASURED = 500;
const AT_ONCE = 20;

/** Replacements that people type without the keyboard of a language. Marks are left out on all letters. */
const TYPED = { ŋ: 'n', ɛ: 'e', ɔ: 'o', ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ə: 'e', ɩ: 'i', ʋ: 'v' };
const typed = (text) =>
  Array.from(text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''), (letter) => TYPED[letter] ?? letter)
    .join('')
    .trim();

const server = await startGateway(ADMIN);
const admin = await logIn(`${server.url}/lexicon/login`, ADMIN.ADMIN_USERNAME);

/** Number of repeated requests: the server prepares a large field in several requests. */
let repeated = 0;

async function ask(query, variables, token) {
  for (;;) {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { 'x-access-token': token }) },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    if (!errors) return data;
    if (errors[0].extensions.code !== 'UNAVAILABLE' || ++repeated > 100)
      throw new Error(JSON.stringify(errors[0]));
  }
}

const account = `name: "Measured", password: "${PASSWORD}"`;
await ask(
  `mutation { createApplication(input: { ${account}, email: "m@example.org" }) { userErrors { message } } }`,
  {},
  admin,
);
const {
  logInApplication: {
    login: { token },
  },
} = await ask(`mutation { logInApplication(${account}) { login { token } } }`, {});

async function newField(entities) {
  const { createField } = await ask('mutation { createField(input: {}) { field { id } } }', {}, token);
  const { id } = createField.field;
  for (let from = 0; from < entities.length; from += 10) {
    const { createEntities } = await ask(
      'mutation ($id: ID!, $inputs: [EntityInput!]!) { createEntities(fieldId: $id, inputs: $inputs) { results { message } userErrors { message } } }',
      { id, inputs: entities.slice(from, from + 10) },
      token,
    );
    const [problem] = createEntities.results.flatMap((result) => result.message ?? []);
    if (problem !== undefined) throw new Error(problem);
  }
  return id;
}

/** Waits until the data are cached: for two seconds after a write, each request reads them again. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 2500));

/** The entities that are recognised in each of many texts in their languages. */
async function recognised(field, texts) {
  const found = [];
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const some = texts.slice(from, from + AT_ONCE);
    const names = some.map((_, n) => `$t${n}: String!, $l${n}: String`).join(', ');
    const aliases = some.map(
      (_, n) =>
        `a${n}: recognise(fieldId: $field, text: $t${n}, language: $l${n}) { entities { value text tier } }`,
    );
    const variables = Object.fromEntries(
      some.flatMap(({ text, language }, n) => [
        [`t${n}`, text],
        [`l${n}`, language],
      ]),
    );
    const data = await ask(
      `query ($field: ID!, ${names}) { ${aliases.join(' ')} }`,
      { field, ...variables },
      token,
    );
    found.push(...some.map((_, n) => data[`a${n}`].entities));
  }
  return found;
}

const linesOf = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const sentences = linesOf(join(HERE, 'test/recognition/utterances.jsonl'));
const wordsOf = (text) => typed(text).split(/[^\p{L}\p{N}]+/u);

let isBelow = false;
const tell = (isHeld, line) => {
  isBelow ||= !isHeld;
  console.log(`${line}${isHeld ? '' : '  MISSED'}`);
};

const all = { headwords: 0, found: 0 };
const known = [];
for (const folder of folders) {
  execFileSync(process.execPath, [join(HERE, 'dist/bin/griot.js'), 'import', folder], {
    env: { ...process.env, DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  });
  const dictionary = basename(folder);
  const headwords = linesOf(join(folder, 'articles.jsonl')).flatMap(
    ({ article, radical }) => article?.entry?.headword ?? radical ?? [],
  );
  known.push(...headwords);
  const field = await newField([
    { entityName: 'word', entityValues: { source: { dictionary, value: 'headword', synonyms: [] } } },
  ]);
  const {
    dictionary: { language },
  } = await ask('query ($id: ID!) { dictionary(dictionary: $id) { language } }', { id: dictionary });
  await settled();
  const results = await recognised(
    field,
    headwords.map((headword) => ({ text: `Xq ${typed(headword)} zvq.`, language })),
  );
  const missed = headwords.filter(
    (headword, n) => !results[n].some(({ value }) => typed(value) === typed(headword)),
  );
  // Sentences in the language of the dictionary are left out, because their words may be forms of headwords.
  const spellings = new Set(
    headwords.flatMap((headword) => [...wordsOf(headword), wordsOf(headword).join('')]),
  );
  const without = sentences.filter(
    (sentence) =>
      sentence.language !== language && wordsOf(sentence.text).every((word) => !spellings.has(word)),
  );
  const others = (await recognised(field, without)).flat();
  const shown = others.map(({ text, value, tier }) => `${text} for ${value} (${tier})`);
  all.headwords += headwords.length;
  all.found += headwords.length - missed.length;
  const share = (1 - missed.length / headwords.length) * 100;
  console.log(
    `${dictionary}: ${share.toFixed(1)} % of ${headwords.length} headwords are found without marks; missed: ${missed.slice(0, 12).join(', ')}`,
  );
  tell(
    others.length === 0,
    `  in ${without.length} sentences without a headword: ${others.length} found ${shown.slice(0, 12).join(', ')}`,
  );
}
const share = all.found / all.headwords;
tell(share >= MIN_FOUND, `All dictionaries: ${(share * 100).toFixed(1)} % of ${all.headwords} headwords`);

const [entities, each] = [Number(values.entities), Number(values.values)];
const ENDINGS = Array.from('bdfgklmnprstwyz', (consonant) =>
  Array.from('aeiou', (vowel) => consonant + vowel),
).flat();
/** Headwords with different endings, so that there are enough values. */
const word = (n) =>
  `${known[n % known.length].split(' ')[0]}${ENDINGS[Math.floor(n / known.length) % 75]}${ENDINGS[Math.floor(n / known.length / 75) % 75]}`;
const before = ownMegabytes(server.processId);
const field = await newField(
  Array.from({ length: entities }, (_, at) => ({
    entityName: `entity ${at}`,
    entityValues: { values: Array.from({ length: each }, (__, n) => ({ value: word(at * each + n) })) },
  })),
);
const RECOGNISE =
  'query ($field: ID!, $text: String!) { recognise(fieldId: $field, text: $text) { entities { entity value } } }';
await settled();
const start = performance.now();
repeated = 0;
await ask(RECOGNISE, { field, text: 'nothing' }, token);
console.log(
  `${entities} entities with ${each} values: ready after ${Math.round(performance.now() - start)} ms and ${repeated + 1} requests, ${ownMegabytes(server.processId) - before} MB more than before`,
);
const times = [];
const used = [];
let missing = 0;
for (let n = 0; n < MEASURED; n++) {
  const [first, second] = [word(n * 97), word(n * 31)];
  const text = `Mjomba wangu anapenda ${typed(first)} na ${typed(second)} kila siku asubuhi`;
  const [clock, processor] = [performance.now(), processorTime(server.processId)];
  const { recognise } = await ask(RECOGNISE, { field, text }, token);
  times.push(performance.now() - clock);
  used.push(processorTime(server.processId) - processor);
  if (recognise.entities.length === 0) missing++;
}
const p95 = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)];
tell(
  p95(used) <= MAX_MS && missing === 0,
  `a sentence: p95 ${p95(times).toFixed(1)} ms by the clock, ${p95(used).toFixed(1)} ms of the gateway's processors; ${missing} of ${MEASURED} without an entity; ${ownMegabytes(server.processId)} MB in use`,
);
await server.stop();
process.exit(isBelow ? 1 : 0);
