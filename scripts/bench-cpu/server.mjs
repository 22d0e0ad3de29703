import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { START_FLAGS } from '../start-flags.mjs';

const PASSWORD = 'a password for measuring';
const ARTICLES = 1000;

/** Starts a gateway on a new embedded database with one dictionary, an admin and an application; gives their tokens. */
export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'griot-cpu-'));
  const child = spawn(process.execPath, [...START_FLAGS, 'dist/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: folder },
      ...{ RATE_LIMITS: 'off', TRUST_PROXY: 'loopback', WORKERS: '1' },
      ...{ ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD },
      ...{ PLATFORM_NAME: 'own', PLATFORM_EMAIL: 'own@example.org', PLATFORM_PASSWORD: PASSWORD },
    },
  });
  process.on('exit', () => child.kill('SIGKILL'));
  const url = await addressOf(child);
  const admin = await tokenFrom(`${url}/lexicon/login`, 'admin');
  const platform = await tokenFrom(`${url}/chatbot/core/applications/login`, 'own');
  await fill(url, admin);
  return {
    ...{ url, tokens: { admin, platform } },
    processorTime: () => mainThreadTime(child.pid),
    stop: async () => {
      child.kill();
      await new Promise((resolve) => child.once('exit', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /GraphQL\s+(\S+)\/graphql/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${output}`)));
  });
}

async function tokenFrom(address, name) {
  const authorization = `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
  const answer = await fetch(address, { headers: { authorization } });
  return (await answer.json()).token;
}

async function fill(url, token) {
  const ask = async (query, variables) => {
    const headers = { 'content-type': 'application/json', 'x-access-token': token };
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    const { errors } = await answer.json();
    if (errors) throw new Error(JSON.stringify(errors));
  };
  for (const id of ['qaa_fr_cpu', 'qaa_fr_new'])
    await ask('mutation ($id: ID!) { createDictionary(input: { dictionaryId: $id }) { number } }', { id });
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
    'mutation ($i: [ArticleUpsertInput!]!) { upsertArticles(dictionaryId: "qaa_fr_cpu", items: $i) { index } }';
  // A busy machine needs more than the time of one operation for all of them.
  for (let from = 0; from < ARTICLES; from += 100) await ask(upsert, { i: items.slice(from, from + 100) });
}

/** Milliseconds that the main thread of a process was on a processor. Linux only. */
function mainThreadTime(processId) {
  const [nanoseconds] = readFileSync(`/proc/${processId}/task/${processId}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
