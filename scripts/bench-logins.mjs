// How reading fares while people log in: the median time to read an article, idle and beside forty logins, in turns.
// Usage: npm run bench:logins
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROUNDS = 5;
const READS = 300;
const LOGINS = 40;
const LIMIT = 3;
const PASSWORD = 'a password for measuring';

const folder = mkdtempSync(join(tmpdir(), 'griot-logins-'));
const gateway = spawn(process.execPath, ['dist/main.js'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: folder },
    ...{ RATE_LIMITS: 'off', ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD },
  },
});
const url = await new Promise((resolve) => {
  let output = '';
  gateway.stdout.on('data', (chunk) => {
    output += chunk;
    const found = /GraphQL\s+(\S+)\/graphql/.exec(output)?.[1];
    if (found) resolve(found);
  });
});

const article = `${url}/lexicon/articles/yor_eng_fra_griot/1`;
const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

async function read() {
  const started = performance.now();
  const answer = await fetch(article);
  await answer.text();
  if (answer.status !== 200) throw new Error(`a read answered ${answer.status}`);
  return performance.now() - started;
}

async function logIn() {
  const answer = await fetch(`${url}/lexicon/login`, { headers: { authorization } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`a login answered ${answer.status}`);
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
  const logins = Promise.all(Array.from({ length: LOGINS }, logIn)).then(() => (isBusy = false));
  const beside = await median(() => isBusy);
  await logins;
  ratios.push(beside / idle);
  console.log(`idle ${idle.toFixed(2)} ms, beside ${LOGINS} logins ${beside.toFixed(2)} ms`);
}
const ratio = ratios.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
console.log(
  `Reading takes ${ratio.toFixed(2)} times as long (limit ${LIMIT}: ${ratio <= LIMIT ? 'held' : 'MISSED'})`,
);

gateway.kill();
await new Promise((resolve) => gateway.once('exit', resolve));
rmSync(folder, { recursive: true, force: true });
process.exitCode = ratio <= LIMIT ? 0 : 1;
