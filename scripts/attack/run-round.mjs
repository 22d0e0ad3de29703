import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PASSWORD, startGateway } from '../support/gateway.mjs';
import { tokenOf } from './accounts.mjs';
import { basic, connectionsFrom, send } from './client.mjs';
import { READ_REQUESTS } from './read-requests.mjs';
import { Vitals } from './vitals.mjs';
import { endWorld } from './world.mjs';

/** Time after an attack at which the server must be as before, in milliseconds. */
const AFTER = 2000;

/** Duration of ordinary use before the attack, in milliseconds; at most that of the attack. */
const WARM_UP = 5000;

/** Number of reads of each kind before and after an attack. */
const PROBES = 5;

/** Maximum number of login attempts before and after an attack, one per second, until one succeeds. */
const LOGIN_ATTEMPTS = 10;

/** Timeout of a request, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Starts a server, lets clients attack it at the same time, and returns what other clients observed.
 *
 * @param world the data of this round; removed at its end
 * @param attacks rows of `ATTACKS`
 */
export async function runRound(world, attacks, { seconds }) {
  const server = await startGateway({ LOG_LEVEL: 'silent', ...world.env });
  const port = Number(new URL(server.url).port);
  const vitals = Vitals.of(server, world);
  const children = [];
  const start = (file, given) => {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify({ port, ...given })]);
    children.push(child);
    return child;
  };
  try {
    const tokens = await tokensOf(port, attacks);
    const before = await probe(port, world, '127.0.9');
    const reader = start('reader.mjs', { network: '127.0.1', dictionary: world.facts.dictionary });
    await sleep(Math.min(WARM_UP, seconds * 1000));
    reader.send('begin');
    const attackers = attacks.map(({ client, name, as }, n) => {
      const child = start('attacker.mjs', {
        client,
        name,
        address: `127.0.2.${n + 1}`,
        token: tokens[as],
        world: world.facts,
      });
      child.on('message', (seen) => (child.seen = seen));
      return child;
    });
    // On a busy machine, attackers can take longer to start than a short attack lasts.
    await Promise.all(attackers.map((child) => Promise.race([once(child, 'message'), once(child, 'exit')])));
    await sleep(seconds * 1000);
    attackers.forEach((child) => child.kill('SIGKILL'));
    reader.send('end');
    const ending = performance.now();
    const [[seen], restMs] = await Promise.all([once(reader, 'message'), vitals.rest()]);
    await sleep(Math.max(0, AFTER - (performance.now() - ending)));
    const after = await probe(port, world, '127.0.8');
    vitals.look();
    const ended = [...vitals.ended];
    // A server that is still busy would not stop in time either.
    const code = ended.includes('gateway') || restMs === Infinity ? 0 : await server.stop();
    return {
      attacks: attacks.map(({ client, name }, n) => ({ client, name, ...attackers[n].seen })),
      reader: revived(seen.read),
      login: { ...revived(seen.logins), failed: seen.logins.wrong + seen.logins.refused },
      ...{ memory: vitals.memory, restMs, ended },
      after: [...differences(before, after), ...(code === 0 ? [] : [`the gateway ended with ${code}`])],
      leavesWork: attacks.some(({ leavesWork = false }) => leavesWork),
      beforeMs: before.ms,
      afterMs: after.ms,
    };
  } finally {
    vitals.end();
    children.forEach((child) => child.kill('SIGKILL'));
    await server.kill();
    await endWorld(world);
  }
}

async function tokensOf(port, attacks) {
  const agent = connectionsFrom('127.0.7.1', 1);
  const tokens = {};
  for (const { as } of attacks) tokens[as] ??= await tokenOf({ port, agent }, as);
  agent.destroy();
  return tokens;
}

/** The responses to a reader, the status of a login, and the median response time in milliseconds. */
async function probe(port, { facts }, network) {
  const agent = connectionsFrom(`${network}.1`, 1);
  const times = [];
  let texts = [];
  for (let round = 0; round < PROBES; round++) {
    const responses = await Promise.all(
      READ_REQUESTS(facts.dictionary).map((read) =>
        send({ port, agent, signal: AbortSignal.timeout(PATIENCE) }, { ...read, keepsText: true }),
      ),
    );
    times.push(...responses.map(({ ms }) => ms));
    texts = responses.map(({ status, text }) => `${status} ${text}`);
    if (responses.some(({ status }) => status !== 200)) break;
  }
  texts.push(`${await loginStatus(port, agent)} to a login`);
  agent.destroy();
  return { texts, ms: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] };
}

/** The status of a login. On a busy machine, the server may refuse logins for a while. */
async function loginStatus(port, agent) {
  const login = { path: '/lexicon/login', headers: basic('visitor', PASSWORD) };
  for (let attempt = 1; ; attempt++) {
    const { status } = await send({ port, agent, signal: AbortSignal.timeout(PATIENCE) }, login);
    if (status === 200 || attempt === LOGIN_ATTEMPTS) return status;
    await sleep(1000);
  }
}

function differences(before, after) {
  return before.texts.flatMap((text, n) =>
    text === after.texts[n] ? [] : [`reading ${n + 1} is ${after.texts[n].slice(0, 40)}`],
  );
}

function revived({ p50, p99, slowest, ...rest }) {
  return { ...rest, p50: p50 ?? Infinity, p99: p99 ?? Infinity, slowest: slowest ?? Infinity };
}
