import { RetryService } from '../../../../src/services/limits/retry.service';
import type { Viewer } from '../../../../src/shared/viewer';

type Claims = ConstructorParameters<typeof RetryService>[0]['claims'];
type Claimed = Awaited<ReturnType<Claims['claim']>>;

/** Claims as the database keeps them, in memory. */
function claimsInMemory() {
  const kept = new Map<string, { readonly request: string; answer?: string | undefined; isDone: boolean }>();
  const claims = {
    claim: ({ id }: { id: string }, request: string): Promise<Claimed> => {
      const known = kept.get(id);
      if (known === undefined) {
        kept.set(id, { request, isDone: false });
        return Promise.resolve({ is: 'claimed' });
      }
      if (known.request !== request) return Promise.resolve({ is: 'other' });
      if (!known.isDone) return Promise.resolve({ is: 'running' });
      const { answer } = known;
      return Promise.resolve(answer === undefined ? { is: 'lost' } : { is: 'answered', answer });
    },
    complete: ({ id }: { id: string }, answer: string | undefined) => {
      const known = kept.get(id);
      if (known) kept.set(id, { ...known, answer, isDone: true });
      return Promise.resolve();
    },
  };
  return { kept, claims: claims as unknown as Claims };
}

const ANYBODY: Viewer = { role: 'anonymous' };
const userOf = (role: 'user' | 'admin' | 'application' | 'platform', accountId: string) =>
  ({ role, accountId }) as unknown as Viewer;

const request: Parameters<RetryService['once']>[0] = {
  viewer: ANYBODY,
  address: '192.0.2.1',
  key: 'k',
  content: 'POST /x {}',
};
const responseOf = (body: string) => ({ status: 201, headers: [], body }) as never;

let kept: ReturnType<typeof claimsInMemory>['kept'];
let retries: RetryService;
beforeEach(() => {
  const memory = claimsInMemory();
  kept = memory.kept;
  retries = new RetryService({ claims: memory.claims }, () => 'a secret');
});

const once = (more: Partial<typeof request>, body = 'made') =>
  retries.once({ ...request, ...more }, () => Promise.resolve(responseOf(body)));

test('replays the response of the first request to equal requests, and stores it encrypted', async () => {
  expect(await once({}, 'first')).toEqual({ response: responseOf('first'), isReplay: false });
  expect(await once({}, 'second')).toEqual({ response: responseOf('first'), isReplay: true });
  expect(await once({ key: '"k"' })).toEqual({ response: responseOf('first'), isReplay: true });

  const texts = JSON.stringify([...kept]);
  expect(texts).not.toContain('first');
  expect(Buffer.from([...kept.values()][0]?.answer ?? '', 'base64').toString()).not.toContain('first');
  expect(texts).not.toContain('192.0.2.1');
});

test.each<[string, Partial<typeof request>]>([
  ['key', { key: 'K' }],
  ['network', { address: '192.0.2.2' }],
  ['account', { viewer: userOf('user', '1') }],
])('another %s is another request', async (_, more) => {
  await once({}, 'first');

  expect(await once(more, 'second')).toEqual({ response: responseOf('second'), isReplay: false });
});

test.each<[Viewer, Viewer, boolean]>([
  [userOf('user', '1'), userOf('admin', '1'), true],
  [userOf('application', '1'), userOf('platform', '1'), true],
  [userOf('user', '1'), userOf('application', '1'), false],
  [userOf('user', '1'), userOf('user', '2'), false],
])('%j and %j are the same caller: %s', async (viewer, other, isSame) => {
  await once({ viewer });

  // Wherever an account sends from.
  expect((await once({ viewer: other, address: '192.0.2.9' })).isReplay).toBe(isSame);
});

test('refuses the same key for another request, and while the first one runs', async () => {
  let end: (answer: never) => void = () => undefined;
  const running = retries.once(request, () => new Promise((resolve) => (end = resolve)));

  await expect(once({})).rejects.toMatchObject({ reason: 'REQUEST_RUNNING', details: { retryAfter: 1 } });
  await expect(once({ content: 'POST /y {}' })).rejects.toMatchObject({ reason: 'KEY_REUSED' });
  end(responseOf('late'));
  expect(await running).toEqual({ response: responseOf('late'), isReplay: false });
  expect((await once({})).isReplay).toBe(true);
});

test('a response of more than 1 MiB is sent but not stored for a retry, and neither is that of a failed request', async () => {
  const around = Buffer.byteLength(JSON.stringify(responseOf('')));
  for (const [key, more] of [
    ['most', 0],
    ['more', 1],
  ] as const) {
    const body = 'x'.repeat(1_048_576 - around + more);
    expect((await once({ key }, body)).isReplay).toBe(false);
  }
  const failed = retries.once({ ...request, key: 'failed' }, () => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');

  expect((await once({ key: 'most' })).isReplay).toBe(true);
  await expect(once({ key: 'more' })).rejects.toMatchObject({ reason: 'ANSWER_LOST' });
  await expect(once({ key: 'failed' })).rejects.toMatchObject({ reason: 'ANSWER_LOST' });
});

const LONGEST = 'x'.repeat(255);

test.each(['!~', LONGEST, `"${LONGEST}"`])('%j is a key', async (key) => {
  expect((await once({ key })).isReplay).toBe(false);
});

test.each(['', '""', 'a b', 'é', `${LONGEST}x`])('%j is not a key', async (key) => {
  await expect(once({ key })).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
});
