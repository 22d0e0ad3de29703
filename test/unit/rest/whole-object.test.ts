import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { readWhole, type WholeReading } from '../../../src/rest/adapter/whole-object';
import { loadOperations, ExecutionErrors } from '../../../src/rest/document/operations';
import { ExampleRunner } from '../../../src/openapi/examples';
import { applicationExport } from '../../../src/rest/routes/exports';
import { routeOf } from '../../../src/rest/table/route';
import { Failure } from '../../../src/shared/failure';
import { REQUEST_ENDED, runInWork, Work } from '../../../src/shared/work';
import { GraphQLError } from 'graphql';
import { dictionarySchema } from './support/dictionary-schema';
import { OPERATIONS } from './support/server';

const route = routeOf(applicationExport, loadOperations(dictionarySchema, OPERATIONS));
const runner = new ExampleRunner(dictionarySchema);
const VARIABLES = { application_id: 'b1' };

/** How the text of an export ended, as its work was told; `[]` as long as it was not. */
let told: unknown[];
let work: Work;
beforeEach(() => {
  told = [];
  work = new Work();
});

/** Reads an export, and begins to listen in its first document, as the audit log does. */
function read(failing?: Error): Promise<WholeReading> {
  const runApart = (operation: typeof route.operation) =>
    failing ? Promise.reject(failing) : Promise.resolve(runner.run(operation, {}));
  const run = () => {
    expect(work.isStreamed).toBe(true);
    work.onStreamEnd((error) => Promise.resolve(void told.push(error)));
    return Promise.resolve(runner.run(route.operation, VARIABLES));
  };
  return runInWork(work, () => readWhole({ route, run, runApart }, VARIABLES));
}

test('the work learns that the text was taken to its end, before it ends', async () => {
  const { parts } = await read();
  const pieces = runInWork(work, () => parts[Symbol.asyncIterator]());

  for (let next = await pieces.next(); next.done !== true; next = await pieces.next())
    expect(told).toEqual([]);

  expect(told).toEqual([undefined]);
  work.end();
  expect(told).toEqual([undefined]);
});

test('a reader that goes away is told as the end of the request', async () => {
  const { parts } = await read();
  const pieces = parts[Symbol.asyncIterator]();
  await pieces.next();
  expect(told).toEqual([]);

  work.end();

  expect(told).toEqual([REQUEST_ENDED]);
});

test('a page that cannot be read is told with what its resolver threw', async () => {
  const thrown = new Failure('UNAVAILABLE', 'lost');
  const { parts } = await read(new ExecutionErrors([new GraphQLError('x', { originalError: thrown })]));

  await expect(text(Readable.from(parts))).rejects.toThrow(ExecutionErrors);

  expect(told).toEqual([thrown]);
});

test('an export that is refused because too many are being sent is told with the refusal', async () => {
  const refused = new Failure('UNAVAILABLE', 'too many');
  work.beginStream = () => {
    throw refused;
  };

  await expect(read()).rejects.toBe(refused);

  expect(told).toEqual([refused]);
});

test('a listener that is added after the end of the work is called at once', () => {
  work.end();
  work.onStreamEnd((error) => Promise.resolve(void told.push(error)));

  expect(told).toEqual([REQUEST_ENDED]);
});
