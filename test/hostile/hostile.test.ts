import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { clientOf } from '../support/accounts';
import type { TestDatabase } from '../support/database';
import { databaseWithSample } from '../support/prepared-database';
import { type ServerProcess, startServer } from '../support/server-process';
import { described, faultsOf, type Outcome } from './faults';
import { graphqlSlots } from './graphql-slots';
import { Random } from './random';
import { rawSlots } from './raw-slots';
import type { Slot } from './request';
import { restSlots } from './rest-slots';
import { Sender } from './send';
import { ACCOUNTS, Fixture } from './world';

/**
 * One seed, so that a run can be repeated, and enough inputs that every place has a turn, and some have two; other seeds
 * (`HOSTILE_SEED`) and longer runs (`npm run hostile`) are for people.
 */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 1);
const INPUTS = Number(process.env['HOSTILE_INPUTS'] ?? 2500);
const AT_ONCE = 32;
/** After so many inputs it is seen to that all tokens are good. */
const BATCH = 500;
const SLOWEST_MS = 2000;
/** On a slow machine, as many times as long as a list of twenty articles takes there. */
const SLOWEST_OF_LISTS = 250;
/** So often an input that took long is sent again. */
const TURNS = 5;
/** Share of responses that may report a busy server. */
const MAX_BUSY = 0.05;

/** Places whose inputs are written, where they are let in. */
const WRITES = /^(mutation|PUT|DELETE|POST \/(lexicon|chatbot))/;
/** Of all inputs, those that are written, beyond the first turn of every place: each waits for the disk. */
const SHARE_OF_WRITES = 0.25;

const SCHEMA = readFileSync(join(__dirname, '..', '..', 'schema', 'schema.graphql'), 'utf8');
const SAMPLE = '/lexicon/articles/yor_eng_fra_griot?limit=20';

let database: TestDatabase;
let server: ServerProcess;
const sender = new Sender();

beforeAll(async () => {
  database = await databaseWithSample();
  server = await startServer({ ...database.env, ...ACCOUNTS, RATE_LIMITS: 'off', LOG_LEVEL: 'info' });
});
afterAll(async () => {
  sender.close();
  await server.stop('SIGKILL');
  await database.drop();
});

test(
  `${String(INPUTS)} hostile inputs of seed ${String(SEED)} break nothing, find nothing out, and none takes long`,
  async () => {
    const fixture = new Fixture(server.url);
    await fixture.fill();
    const before = await clientOf(server.url).rest('GET', SAMPLE);
    const slots = [...restSlots(), ...graphqlSlots(buildSchema(SCHEMA)), ...rawSlots()];
    const plan = planOf(slots);

    const outcomes: Outcome[] = [];
    const faults: string[] = [];
    while (outcomes.length < INPUTS) {
      await fixture.renewTokens();
      const tokens = new Set(Object.values(fixture.tokens));
      const done = await sentAll(
        plan.slice(outcomes.length, outcomes.length + BATCH),
        outcomes.length,
        fixture,
      );
      for (const outcome of done)
        for (const fault of faultsOf(outcome, tokens)) faults.push(`${fault}: ${described(outcome)}`);
      outcomes.push(...done);
    }
    const after = await clientOf(server.url).rest('GET', SAMPLE);
    const slow = await slowAlone(outcomes, fixture);

    expect(new Set(outcomes.map(({ slot }) => slot)).size).toBe(slots.length);
    expect(faults.slice(0, 10).join('\n')).toBe('');
    expect(errorsInLog().slice(0, 5)).toEqual([]);
    expect(slow).toEqual([]);
    expect(outcomes.filter(({ reply }) => reply.status === 503).length).toBeLessThan(INPUTS * MAX_BUSY);
    // Most inputs go past the first check: they are let in, and found wrong or harmless later.
    expect(outcomes.filter(({ reply }) => reply.status < 400).length).toBeGreaterThan(INPUTS / 5);
    expect(after).toMatchObject({ status: 200, text: before.text });
    expect(server.process.exitCode).toBeNull();
  },
  300_000 + INPUTS * 24,
);

/** Every place has a turn; what is left goes to those that write up to their share, and to the others. */
function planOf(slots: readonly Slot[]): readonly Slot[] {
  const writing = slots.filter(({ name }) => WRITES.test(name));
  const readSlots = slots.filter(({ name }) => !WRITES.test(name));
  const writeRounds = Math.max(1, Math.floor((INPUTS * SHARE_OF_WRITES) / writing.length));
  const repeated = Array<readonly Slot[]>(writeRounds - 1).fill(writing);
  const rounds = Math.max(0, Math.ceil((INPUTS - slots.length) / readSlots.length));
  const further = Array<readonly Slot[]>(rounds).fill(readSlots);
  return shuffled([slots, ...repeated, ...further].flat().slice(0, INPUTS));
}

async function sentAll(slots: readonly Slot[], from: number, fixture: Fixture): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < slots.length; n = next++) {
      const slot = slots[n];
      if (slot) outcomes.push(await sentOne(slot, from + n, fixture));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}

/** Each input has chance of its own, so that it is the same whatever the others around it do. */
async function sentOne(slot: Slot, n: number, fixture: Fixture): Promise<Outcome> {
  const request = slot.make(new Random(SEED * 100_003 + n), fixture);
  const id = `input-${String(n)}`;
  const reply = await sender.send(request, { url: server.url, id, token: fixture.tokens[request.role] });
  return { id, slot: slot.name, request, reply };
}

/** Those that the server itself took too long for, and does again when nothing runs beside them. */
async function slowAlone(outcomes: readonly Outcome[], fixture: Fixture): Promise<readonly string[]> {
  const slow: string[] = [];
  const times = timesInLog();
  const lists: number[] = [];
  for (let n = 0; n < TURNS; n++) {
    const id = `list-${String(n)}`;
    await sender.send(
      { method: 'GET', path: SAMPLE, role: 'anonymous' },
      { url: server.url, id, token: undefined },
    );
    lists.push(timesInLog().get(id) ?? 0);
  }
  const slowest = Math.max(SLOWEST_MS, SLOWEST_OF_LISTS * Math.min(...lists));
  for (const outcome of outcomes.filter(({ id }) => (times.get(id) ?? 0) > slowest)) {
    const token = fixture.tokens[outcome.request.role];
    let ms = Infinity;
    // The processes may be kept from running now and then, but not each time.
    for (let turn = 1; turn <= TURNS && ms > slowest; turn++) {
      const id = `again-${String(turn)}-${outcome.id}`;
      const repeated = await sender.send(outcome.request, { url: server.url, id, token });
      if (repeated.status !== 0) ms = timesInLog().get(id) ?? 0;
    }
    if (ms > slowest) slow.push(`${String(ms)} ms: ${described(outcome)}`);
  }
  return slow;
}

interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly requestId?: string;
  readonly ms?: number;
}

function logLines(): readonly LogLine[] {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as LogLine);
}

/** Milliseconds that the server took, by request id. */
function timesInLog(): ReadonlyMap<string, number> {
  return new Map(
    logLines().flatMap(({ requestId, ms }) => (requestId && ms !== undefined ? [[requestId, ms]] : [])),
  );
}

function errorsInLog(): readonly LogLine[] {
  return logLines().filter(({ level }) => level === 'error' || level === 'fatal');
}

function shuffled<T>(list: T[]): T[] {
  const random = new Random(SEED);
  for (let n = list.length - 1; n > 0; n--) {
    const other = random.below(n + 1);
    [list[n], list[other]] = [list[other] as T, list[n] as T];
  }
  return list;
}
