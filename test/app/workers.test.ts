import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { clientOf } from '../support/accounts';
import type { TestDatabase } from '../support/database';
import { databaseWithSample } from '../support/prepared-database';
import { eventually } from '../support/eventually';
import { call, cutOff } from '../support/http';
import { startServer, type ServerProcess } from '../support/server-process';

const ADMIN = { ADMIN_USERNAME: 'chief', ADMIN_PASSWORD: 'sesame sesame' };

const LOOPING = 'A process keeps ending soon after its start.';

let database: TestDatabase;
let server: ServerProcess;

async function open(): Promise<void> {
  database = await databaseWithSample();
  const env = { WORKERS: '2', METRICS_PORT: '0', LOG_LEVEL: 'info', ...ADMIN };
  server = await startServer({ ...database.env, ...env });
  await eventually(() => workerIds().length === 2);
}

async function close(): Promise<void> {
  await server.stop('SIGKILL');
  await database.drop();
}

/** Reads again and again until there is something. */
async function soon<T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  let value: T | undefined;
  await eventually(async () => (value = await read()) !== undefined).catch((cause: unknown) => {
    throw new Error(`nothing came: ${server.output()}`, { cause });
  });
  return value as T;
}

async function metrics(): Promise<string> {
  const url = await soon(() => /Metrics\s+(\S+)/.exec(server.output())?.[1]);
  return (await call(url)).text;
}

/** The value of a metric with these labels. */
const valueIn = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length) ?? 0,
  );

/** The processes that serve, by what the log says of them. */
const workerIds = () =>
  [...server.output().matchAll(/"pid":(\d+),"msg":"A worker is ready"/g)].map(([, pid]) => Number(pid));

/** A connection to a process that is killed breaks, or gets no response; the next one leads to another process. */
const responseOf = (path: string) =>
  call(`${server.url}${path}`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);

/** Kills the process that was started last. */
const killNewest = () => process.kill(workerIds().at(-1) ?? 0, 'SIGKILL');

function openRequest(length: number): ClientRequest {
  return request(`${server.url}/graphql`, {
    method: 'POST',
    // A server that has the request says so.
    headers: { 'content-type': 'application/json', 'content-length': length, expect: '100-continue' },
  });
}

describe('a server of several processes', () => {
  beforeAll(open);
  afterAll(close);

  test('several processes serve one port, and their metrics are added up', async () => {
    const path = `${server.url}/lexicon/articles/yor_eng_fra_griot?entries`;
    // At once, so that they come over several connections.
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(path)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));

    const text = await soon(async () => {
      const now = await metrics();
      return valueIn(now, 'griot_http_requests_total{route="B22",method="GET",status="200"}') === 10
        ? now
        : undefined;
    });

    expect(server.output()).toContain('Griot is ready, in 2 processes.');
    // Log lines are written shortly after the responses.
    await soon(() => {
      const workers = [...server.output().matchAll(/"worker":(\d+),"method"/g)].map(([, id]) => id);
      return new Set(workers).size === 2 ? true : undefined;
    });
    expect(valueIn(text, 'griot_workers')).toBe(2);
    expect(valueIn(text, 'griot_http_request_seconds_count{route="B22"}')).toBe(10);
    expect(
      valueIn(text, 'griot_database_command_seconds_count{command="find",outcome="done"}'),
    ).toBeGreaterThan(9);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.]+$/m);
    expect(text).toMatch(/^process_cpu_seconds_total [\d.]+$/m);
  });

  test('labels come from short lists: nothing that a client sends is among them, and its port has no metrics', async () => {
    const { rest, graphql } = clientOf(server.url);
    await rest('GET', '/lexicon/articles/hush1?hush2=1', { headers: { 'x-access-token': 'hush3' } });
    await rest('GET', '/hush4');
    await rest('GET', `/offline/hush11/${'0'.repeat(64)}.jsonl`);
    expect((await call(`${server.url}/metrics`)).status).toBe(404);
    await rest('PROPFIND', '/hush5');
    await graphql('query hush6 { dictionaries { totalCount } }');
    await graphql('query Dictionaries { dictionaries { totalCount } }');
    await graphql('{ hush7 }');
    await call(`${server.url}/graphql?query=subscription{hush10}`, {
      headers: { accept: 'text/event-stream' },
    });
    await cutOff(`${server.url}/graphql`);
    await rest('GET', '/lexicon/login', { basic: ['hush8', 'hush9'] });
    await rest('GET', '/lexicon/login', { basic: ['chief', 'sesame sesame'] });

    let text = '';
    const missing = async () => {
      text = await metrics();
      return Object.entries(counted).filter(([series, count]) => valueIn(text, series) !== count);
    };
    const counted = {
      'griot_http_requests_total{route="B12",method="GET",status="206"}': 1,
      'griot_http_requests_total{route="other",method="GET",status="404"}': 2,
      'griot_http_requests_total{route="stream",method="GET",status="200"}': 1,
      'griot_http_requests_total{route="offline",method="GET",status="404"}': 1,
      'griot_http_requests_total{route="graphql",method="POST",status="499"}': 1,
      griot_streams: 0,
      'griot_http_requests_total{route="other",method="other",status="404"}': 1,
      'griot_graphql_operations_total{type="query",name="other",outcome="ok"}': 1,
      'griot_graphql_operations_total{type="query",name="Dictionaries",outcome="ok"}': 1,
      'griot_graphql_operations_total{type="none",name="other",outcome="refused"}': 1,
      'griot_logins_total{account="user",outcome="LOGIN_REFUSED"}': 1,
      'griot_logins_total{account="user",outcome="success"}': 1,
    };
    // Workers report their metrics shortly after the responses.
    await eventually(async () => (await missing()).length === 0).catch(() => undefined);

    expect(await missing()).toEqual([]);
    expect(text).not.toMatch(/hush|chief|sesame/);
  });

  test('the metrics port serves only metrics', async () => {
    const url = await soon(() => /Metrics\s+(\S+)\/metrics/.exec(server.output())?.[1]);

    expect((await call(url)).status).toBe(404);
    expect((await call(`${url}/graphql`)).status).toBe(404);
  });

  test('the reason why a server with several processes cannot start is printed once', async () => {
    const { port } = new URL(server.url);

    const starting = startServer({ ...database.env, WORKERS: '3', PORT: port });

    await expect(starting).rejects.toThrow(
      /^ended with 1: (?!.*set PORT[^]*set PORT)[^]*set PORT to a different port[^]*did not start/,
    );
  });
});

describe('of a server of several processes', () => {
  beforeEach(open);
  afterEach(close);

  test('a killed process is replaced, after longer pauses each time; requests are still answered, and the server is not ready while a process ends repeatedly', async () => {
    const statuses = new Set<number>();
    for (const killed of [1, 2]) {
      killNewest();
      await eventually(async () => {
        const response = await responseOf('/lexicon/articles/yor_eng_fra_griot?entries');
        if (response) statuses.add(response.status);
        return workerIds().length === 2 + killed;
      });
    }

    expect(new Set(workerIds()).size).toBe(4);
    expect([...statuses]).toEqual([200]);
    expect([...server.output().matchAll(/"pause":(\d+)/g)].map(([, pause]) => pause)).toEqual(['250', '500']);
    const text = await metrics();
    expect([valueIn(text, 'griot_workers'), valueIn(text, 'griot_worker_restarts_total')]).toEqual([2, 2]);

    const ready = async () => {
      const response = await responseOf('/health/ready');
      return response?.status === 503 && 'reason' in response.body ? response.body : undefined;
    };
    killNewest();
    const looping = await soon(ready);
    await eventually(() => workerIds().length === 5);
    const stillLooping = await soon(ready);

    expect(looping).toEqual({ status: 'unavailable', reason: LOOPING });
    expect(stillLooping).toEqual(looping);
    expect((await call(`${server.url}/health/live`)).status).toBe(200);
  });

  test('SIGTERM lets a request finish, and ends everything with 0', async () => {
    const body = JSON.stringify({ query: '{ dictionaries { totalCount } }' });
    const slow = openRequest(body.length);
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    await once(slow, 'continue');
    slow.write(body.slice(0, 5));

    const ended = server.stop('SIGTERM');
    await eventually(() => server.output().match(/"Shutting down"/g)?.length === 3);
    slow.end(body.slice(5));
    const [response] = await answered;

    expect(response.statusCode).toBe(200);
    expect(await ended).toBe(0);
    for (const pid of workerIds()) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
