// Measures how logins slow down reads: the median time to read an article, alternately while idle and during forty logins.
// Usage: npm run bench:logins
import { ADMIN, logIn, startGateway } from './support/gateway.mjs';

const ROUNDS = 5;
const READS = 300;
const LOGINS = 40;
const LIMIT = 3;

const { url, stop } = await startGateway(ADMIN);
const article = `${url}/lexicon/articles/yor_eng_fra_griot/1`;

async function read() {
  const started = performance.now();
  const response = await fetch(article);
  await response.text();
  if (response.status !== 200) throw new Error(`a read answered ${response.status}`);
  return performance.now() - started;
}

async function median(goesOn) {
  const times = [];
  while (goesOn(times.length)) times.push(await read());
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}

await median((count) => count < READS);
const ratios = [];
for (let round = 0; round < ROUNDS; round++) {
  const idle = await median((count) => count < READS);
  let isBusy = true;
  const logins = Promise.all(
    Array.from({ length: LOGINS }, () => logIn(`${url}/lexicon/login`, 'admin')),
  ).then(() => (isBusy = false));
  const beside = await median(() => isBusy);
  await logins;
  ratios.push(beside / idle);
  console.log(`idle ${idle.toFixed(2)} ms, beside ${LOGINS} logins ${beside.toFixed(2)} ms`);
}
const ratio = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
console.log(
  `Reading takes ${ratio.toFixed(2)} times as long (limit ${LIMIT}: ${ratio <= LIMIT ? 'held' : 'MISSED'})`,
);

await stop();
process.exitCode = ratio <= LIMIT ? 0 : 1;
