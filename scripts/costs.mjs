// Measures the cost of single requests by the role of the sender, and writes the most expensive ones of each role into docs/limits.md.
// Exits with 1 if a documented request was refused because of its cost. Linux only.
//
//   npm run costs -- [--articles 200000] [--copy-of DATA_DIR] [--rounds 3] [--dry] [FOLDER...]
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { tokenOf } from './attack/accounts.mjs';
import { connectionsFrom, send } from './attack/client.mjs';
import { endWorld, makeWorld } from './attack/world.mjs';
import { ROLES } from './costs/requests.mjs';
import { startGateway } from './support/gateway.mjs';
import { engineOf, mainThreadTime, processorTime } from './support/process-use.mjs';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    articles: { type: 'string', default: '200000' },
    'copy-of': { type: 'string' },
    rounds: { type: 'string', default: '3' },
    dry: { type: 'boolean', default: false },
  },
});

const MOST = 10;
const PAGE = new URL('../docs/limits.md', import.meta.url);
const [BEGIN, END] = [
  '<!-- Written by `npm run costs`. -->',
  '<!-- The end of what `npm run costs` writes. -->',
];
const TITLE = `## What requests cost

The ten most expensive requests that were found, by the role that sends them; each role may also send what those without an account may.
\`npm run costs\` measures the documented routes with their flags, the attacks of \`npm run attack\` and other GraphQL operations, each alone.`;

const world = await makeWorld({ articles: Number(values.articles), folders, copyOf: values['copy-of'] });
// Without limits on their number, because the script measures the cost of one request.
const server = await startGateway({
  LOG_LEVEL: 'silent',
  ...world.env,
  MODE: 'development',
  RATE_LIMITS: 'off',
});
const port = Number(new URL(server.url).port);
const agent = connectionsFrom('127.0.0.1', 1);
const engine = world.env.MONGODB_URI ? undefined : engineOf(world.dataDir);
const results = [];
try {
  for (const role of Object.keys(ROLES)) results.push(...(await resultsOf(role)));
} finally {
  await server.stop();
  await endWorld(world);
}
const page = tables();
if (values.dry) console.log(page);
else await write(withTables(readFileSync(PAGE, 'utf8')));
// 413 means that the response would be too large, whatever it costs.
const refused = results.filter(
  ({ name, status }) => !name.startsWith('attack: ') && ![200, 201, 206, 413].includes(status),
);
for (const { role, name, status } of refused) console.error(`${role}: ${name} was answered with ${status}`);
process.exit(refused.length > 0 ? 1 : 0);

async function write(text) {
  const path = fileURLToPath(PAGE);
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

async function resultsOf(role) {
  const [account, requestsOf] = ROLES[role];
  const token = await tokenOf({ port, agent }, account);
  const measured = [];
  for (const [name, wish] of requestsOf(world.facts, token)) {
    const costs = [];
    for (let round = 0; round < Number(values.rounds); round++) costs.push(await costOf({ token, ...wish }));
    measured.push({ role, name, ...costs.sort((a, b) => sum(a) - sum(b))[Math.floor(costs.length / 2)] });
  }
  return measured;
}

/** Processor time of the database and of the gateway's main thread for a single request, in milliseconds. */
async function costOf(wish) {
  const now = () => ({
    database: engine === undefined ? 0 : processorTime(engine),
    gateway: mainThreadTime(server.processId),
  });
  const before = now();
  const { status, bytes, ms } = await send({ port, agent }, wish);
  const after = now();
  return {
    status,
    bytes,
    ms,
    database: after.database - before.database,
    gateway: after.gateway - before.gateway,
  };
}

function sum({ database, gateway }) {
  return database + gateway;
}

function tables() {
  const wished = Number(values.articles).toLocaleString('en');
  const head = `Processor time of the embedded database and of the gateway's main thread, in milliseconds; with ${wished} articles, measured ${new Date().toISOString().slice(0, 10)}.`;
  return [head, ...Object.keys(ROLES).map(tableOf)].join('\n\n');
}

/** The page with the new tables instead of the old ones, or with the tables at its end if it had none. */
function withTables(text) {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1] ?? '\n';
  const title = rest === undefined ? `\n${TITLE}\n\n` : '';
  return `${before}${title}${BEGIN}\n\n${page}\n\n${END}${after}`;
}

function tableOf(role) {
  const worst = results
    .filter((measured) => measured.role === role)
    .sort((a, b) => sum(b) - sum(a))
    .slice(0, MOST)
    .map(({ name, status, bytes, database, gateway }) =>
      [
        `\`${shortened(name)}\``,
        status,
        Math.round(database),
        Math.round(gateway),
        `${(bytes / 1000).toFixed(0)} kB`,
      ].join(' | '),
    );
  const title = `${role[0].toUpperCase()}${role.slice(1)}`;
  return [
    `### ${title}`,
    [
      '| Request | Status | Database | Gateway | Answer |',
      '| --- | --: | --: | --: | --: |',
      ...worst.map((row) => `| ${row} |`),
    ].join('\n'),
  ].join('\n\n');
}

function shortened(text) {
  const plain = text.replaceAll('|', '\\|');
  return plain.length > 120 ? `${plain.slice(0, 117)}...` : plain;
}
