import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from '../support/accounts';
import { type HttpResponse } from '../support/http';
import type { TestDatabase } from '../support/database';
import { preparedDatabase } from '../support/prepared-database';
import { type ServerProcess, startServer } from '../support/server-process';

const PASSWORD = 'a long password of the keeper';
const ENV = {
  MODE: 'production',
  JWT_SECRET: randomBytes(48).toString('base64url'),
  TRUST_PROXY: 'loopback',
  ADMIN_USERNAME: 'keeper',
  ADMIN_PASSWORD: PASSWORD,
};
const AT_ONCE = 32;
const ATTEMPTS = 5;

let database: TestDatabase;
let processes: readonly ServerProcess[] = [];
/** Of two sessions of the admin, made before a test guesses at that account. */
let tokens: readonly string[] = [];

beforeAll(async () => {
  database = await preparedDatabase();
  const first = await startServer({ ...database.env, ...ENV });
  processes = [first, await startServer({ ...database.env, ...ENV })];
  const { logIn } = clientOn(0);
  tokens = [await logIn('keeper', PASSWORD), await logIn('keeper', PASSWORD)];
});
afterAll(async () => {
  await Promise.all(processes.map((server) => server.stop('SIGKILL')));
  await database.drop();
});

const clientOn = (n: number) => clientOf(processes[n % 2]?.url ?? '');
const from = (address: string) => ({ 'x-forwarded-for': address });

/** Runs a task so many times, some at once, in turn on both processes. */
async function repeated<T>(times: number, task: (n: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < times; n = next++) results.push(await task(n));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

interface RateLimitState {
  readonly status: number;
  readonly remaining: number;
  readonly reset: number;
}

const stateIn = ({ status, headers }: Pick<HttpResponse, 'status' | 'headers'>): RateLimitState => ({
  status,
  remaining: Number(headers.get('ratelimit-remaining')),
  reset: Number(headers.get('ratelimit-reset')),
});

/** Asks again where a slow machine has used up the budget of work, or every slot: such a refusal is not counted. */
async function requestState(n: number, address: string): Promise<RateLimitState> {
  for (;;) {
    const response = await clientOn(n).rest('GET', '/lexicon/nothing', { headers: from(address) });
    if (response.headers.has('ratelimit-remaining')) return stateIn(response);
    expect([429, 503]).toContain(response.status);
    await sleep(Number(response.headers.get('retry-after')) * 1000);
  }
}

/** Asks again where the counts began anew in between, which they do by the clock. */
async function inOneWindow(
  sendRequests: (attempt: string) => Promise<readonly RateLimitState[]>,
): Promise<readonly RateLimitState[]> {
  for (let attempt = 1; ; attempt++) {
    const states = await sendRequests(String(attempt));
    if ((states.at(-1)?.reset ?? 0) <= (states[0]?.reset ?? 0)) return states;
  }
}

describe('requests over two processes', () => {
  test('of one address may be up to 1,200 in five minutes, within a block of 50', async () => {
    let allowed = Infinity;
    // Where the database takes long, the processes learn of each other late.
    for (let attempt = 1; allowed > 1250 && attempt <= ATTEMPTS; attempt++) {
      const address = `198.51.100.${String(attempt)}`;
      const { reset: before } = await requestState(0, address);
      const responses = await repeated(1299, (n) => requestState(n, address));
      const last = await requestState(1, address);
      // Counts begin anew by the clock: where that was in between, the next five minutes are long enough.
      if (last.reset > before) continue;

      allowed = 1 + responses.filter(({ status }) => status === 404).length;
      expect(allowed).toBeGreaterThanOrEqual(1200);
      expect(last).toMatchObject({ status: 429, remaining: 0 });
      expect((await requestState(0, '203.0.113.9')).status).toBe(404);
    }
    expect(allowed).toBeLessThanOrEqual(1250);
  });

  test('of an IPv6 network of 64 bits are counted together', async () => {
    const [first, same, other] = await inOneWindow(async (attempt) => [
      await requestState(0, `2001:db8:${attempt}:2::1`),
      await requestState(0, `2001:db8:${attempt}:2:ffff::2`),
      await requestState(0, `2001:db8:${attempt}:3::1`),
    ]);

    expect((first?.remaining ?? 0) - (same?.remaining ?? 0)).toBe(1);
    expect(other?.remaining).toBe(first?.remaining);
  });

  test('are counted by account if they have a token, from any address', async () => {
    const { rest } = clientOn(0);

    const [first, second] = await inOneWindow(async () => {
      const states: RateLimitState[] = [];
      for (const [n, token] of tokens.entries()) {
        const headers = from(`192.0.2.${String(n)}`);
        const response = await rest('GET', '/lexicon/users', { token, headers });
        expect(response.headers.get('ratelimit-policy')).toBe('3000;w=300');
        states.push(stateIn(response));
      }
      return states;
    });

    expect((first?.remaining ?? 0) - (second?.remaining ?? 0)).toBe(1);
  });
});

describe('wrong passwords over two processes', () => {
  const guess = (name: string, n: number) =>
    `a${String(n)}: logIn(username: "${name}", password: "guess ${String(n)}") { login { token } userErrors { code message } }`;

  test('are verified at most fifty times of 300 for one account, aliases included, from many addresses', async () => {
    const aliases = Array.from({ length: 30 }, (_, n) => guess('keeper', n)).join(' ');
    const aliased = repeated(5, async (n) => {
      const headers = from(`198.18.0.${String(n)}`);
      const { body } = await clientOn(n).rest('POST', '/graphql', {
        headers,
        body: { query: `mutation { ${aliases} }` },
      });
      return (body['errors'] as { extensions: { code: string } }[]).map(({ extensions }) => extensions.code);
    });
    const plain = repeated(150, async (n) => {
      const headers = from(`198.18.1.${String(n)}`);
      const { body } = await clientOn(n).rest('GET', '/lexicon/login', {
        headers,
        basic: ['keeper', `guess ${String(n)}`],
      });
      return [String(body['code'])];
    });

    const codes = [...(await aliased), ...(await plain)].flat();

    // Each guess of an operation is refused by itself.
    expect(codes.length).toBe(300);
    expect(codes.filter((code) => code === 'LOGIN_REFUSED').length).toBeLessThanOrEqual(50);
    expect(new Set(codes)).toEqual(new Set(['LOGIN_REFUSED', 'RATE_LIMITED']));
    const blocked = await clientOn(0).rest('GET', '/lexicon/login', {
      headers: from('192.0.2.77'),
      basic: ['keeper', PASSWORD],
    });
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(60);
  });

  test('are verified at most 20 times of 50 from one address for many accounts', async () => {
    const codes = await repeated(50, async (n) => {
      const basic = [`account ${String(n)}`, 'a guess'] as const;
      return (await clientOn(n).rest('GET', '/lexicon/login', { headers: from('198.18.2.1'), basic })).body[
        'code'
      ];
    });

    expect(codes.filter((code) => code === 'LOGIN_REFUSED').length).toBeLessThanOrEqual(20);
    // Of one caller only some wait for their password to be looked at; the others come back later, and count all the same.
    expect(
      codes.filter((code) => code === 'RATE_LIMITED' || code === 'UNAVAILABLE').length,
    ).toBeGreaterThanOrEqual(30);
  });
});

/** Far more bytes than one address may send in a window of 20 seconds. */
const MAX_BODIES = 1000;
/** Together they keep a process at work, so that a window is long enough on a slow machine too. */
const BODIES_AT_ONCE = 4;
const BODY = JSON.stringify({ query: 'x'.repeat(1_000_000) });

describe('the work of requests over two processes', () => {
  const askWith = (process: number, address: string, body?: string) =>
    fetch(`${processes[process]?.url ?? ''}/${body ? 'graphql' : 'lexicon/articles'}`, {
      headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body }),
    });

  /** Sends bodies until the budget is used up, with enough of the window left to look at the consequences. */
  async function refusal(address: string): Promise<Response> {
    for (let n = 0; n < MAX_BODIES; n += BODIES_AT_ONCE) {
      const responses = await Promise.all(
        Array.from({ length: BODIES_AT_ONCE }, () => askWith(0, address, BODY)),
      );
      await Promise.all(responses.map((response) => response.arrayBuffer()));
      const refused = responses.find(({ status }) => status === 429);
      const seconds = Number(refused?.headers.get('retry-after') ?? 0);
      if (seconds >= 5) return askWith(0, address);
      await sleep(seconds * 1000);
    }
    throw new Error('The budget was never used up');
  }

  test('every process refuses a caller that has used up its budget of work until the next window, and no other caller', async () => {
    const refused = await refusal('198.51.100.7');
    const elsewhere = await askWith(1, '198.51.100.7');
    const other = await askWith(0, '198.51.100.8');

    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(20);
    // The other process learns of it by the next thing that it is told of this caller.
    expect([206, 429]).toContain(elsewhere.status);
    expect(other.status).toBe(206);
    await sleep(retryAfter * 1000);
    expect((await askWith(0, '198.51.100.7')).status).toBe(206);
  });

  test('responses state the limit of a caller and the remainder', async () => {
    const { headers } = await askWith(0, '203.0.113.5');

    expect(headers.get('x-work-policy')).toBe(
      'database-ms=6000;w=20, thread-ms=6000;w=20, bytes=134217728;w=20',
    );
    expect(headers.get('x-work-remaining')).toMatch(/^database-ms=\d+00, thread-ms=\d+00, bytes=\d+$/);
    expect(headers.get('server-timing')).toBeNull();
  });
});
