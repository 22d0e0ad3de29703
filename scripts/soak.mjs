// Measures whether the memory of a gateway stays constant: starts one with the sample dictionary, and reads, searches, logs in and writes
// for some minutes. It reads the resident memory from /proc twelve times; the first third is the warm-up. Build first.
//
//   npm run soak -- [--minutes 10]
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ADMIN, logIn, startGateway } from './support/gateway.mjs';
import { residentMegabytes } from './support/process-use.mjs';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
const IN_FLIGHT = 8;
const MEASUREMENTS = 12;
/** Maximum growth after the warm-up, as a fraction: garbage collection can leave as much. */
const MAX_GROWTH = 0.1;

const DICTIONARY = 'yor_eng_fra_griot';
const { url, processId, stop } = await startGateway({ LOG_LEVEL: 'silent', ...ADMIN });
const counts = { answered: 0, busy: 0, wrong: 0 };
const LOGIN = `${url}/lexicon/login`;
let token = await logIn(LOGIN, 'admin');
let isOver = false;
const work = Promise.all(Array.from({ length: IN_FLIGHT }, (_, number) => soak(number)));
const measurements = [];
for (let n = 0; n < MEASUREMENTS; n++) {
  await sleep((minutes * 60_000) / MEASUREMENTS);
  measurements.push(residentMegabytes(processId));
  console.log(
    `${((n + 1) * minutes) / MEASUREMENTS} min: ${measurements.at(-1)} MB, ${JSON.stringify(counts)}`,
  );
}
isOver = true;
await work;
const code = await stop();
const [warm, last] = [
  Math.max(...measurements.slice(0, MEASUREMENTS / 3)),
  Math.min(...measurements.slice(-3)),
];
const isFlat = last <= warm * (1 + MAX_GROWTH);
console.log(
  `${warm} MB when warm, ${last} MB in the end: ${isFlat ? 'flat' : 'GROWING'}; ended with ${code}.`,
);
process.exit(isFlat && counts.wrong === 0 && code === 0 ? 0 : 1);

/** Sends requests of each kind in turn. Few of them log in, because logins are costly on purpose. */
async function soak(number) {
  for (let round = number; !isOver; round++) {
    const text = `soak ${number} ${round}`;
    await ask(`/lexicon/articles/${DICTIONARY}?limit=50`);
    await ask(`/lexicon/articles/${DICTIONARY}?search=a&limit=20`);
    await ask(`/dictionaries/${DICTIONARY}`);
    await ask('/graphql', { query: `{ articles(first: 50) { nodes { number headword } } }` });
    const comment = `createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: $text }) { comment { publicId } }`;
    const made = await ask('/graphql', {
      query: `mutation ($text: String!) { ${comment} }`,
      variables: { text },
    });
    const id = made?.data?.createComment?.comment?.publicId;
    if (id)
      await ask('/graphql', {
        query: 'mutation ($id: ID!) { deleteComment(publicId: $id) { comment { id } } }',
        variables: { id },
      });
    // If the server refuses the login under load, the old token remains in use.
    if (round % 50 === 0) token = await logIn(LOGIN, 'admin').catch(() => token);
  }
}

async function ask(path, body) {
  try {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-access-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 503) counts.busy++;
    else if (response.ok && !text.startsWith('{"errors"')) counts.answered++;
    else if (counts.wrong++ < 3) console.log(response.status, text.slice(0, 300));
    return body && response.ok ? JSON.parse(text) : undefined;
  } catch (error) {
    counts.wrong++;
    console.log(String(error));
    return undefined;
  }
}
