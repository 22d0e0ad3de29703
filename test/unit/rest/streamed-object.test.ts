import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  type FileWriter,
  streamObject,
  streamFile,
  type StreamedObject,
} from '../../../src/rest/adapter/streamed-object';
import { type Data, loadOperations, ExecutionErrors } from '../../../src/rest/document/operations';
import { ExampleRunner } from '../../../src/openapi/examples';
import { applicationExport, dictionaryExport } from '../../../src/rest/routes/exports';
import { routeOf } from '../../../src/rest/table/route';
import { Failure } from '../../../src/shared/failure';
import { REQUEST_ENDED, runInWork, Work } from '../../../src/shared/work';
import { GraphQLError } from 'graphql';
import { dictionarySchema } from './support/dictionary-schema';
import { OPERATIONS } from './support/server';

const operations = loadOperations(dictionarySchema, OPERATIONS);
const route = routeOf(applicationExport, operations);
const runner = new ExampleRunner(dictionarySchema);
const VARIABLES = { application_id: 'b1' };

/** How the text of an export ended, as its work was told; `[]` as long as it was not. */
let told: unknown[];
let work: Work;
beforeEach(() => {
  told = [];
  work = new Work();
});

type RunApart = (operation: typeof route.operation) => Promise<Data>;

const asDocumented: RunApart = (operation) => Promise.resolve(runner.run(operation, {}));

/** What a page says whose object was deleted after it was read. */
const deleted: RunApart = () => Promise.resolve({ _: null });

/** Reads an export, and begins to listen in its first document, as the audit log does. */
function read(runSeparately = asDocumented): Promise<StreamedObject> {
  const run = () => {
    expect(work.isStreamed).toBe(true);
    work.onStreamEnd((error) => Promise.resolve(void told.push(error)));
    return Promise.resolve(runner.run(route.operation, VARIABLES));
  };
  return runInWork(work, () => streamObject({ route, run, runSeparately }, VARIABLES));
}

test('the work learns that the text was taken to its end, before it ends', async () => {
  const { parts } = await read();
  const pieces = runInWork(work, () => parts[Symbol.asyncIterator]());

  let sent = '';
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    expect(told).toEqual([]);
    sent += next.value;
  }

  expect(JSON.parse(sent)).toMatchObject({
    fields: [{ corpus: [{ corpus_name: expect.any(String) as string }] }],
  });
  expect(told).toEqual([undefined]);
  work.end();
  expect(told).toEqual([undefined]);
});

test('a reader that disconnects is reported as the end of the request', async () => {
  const { parts } = await read();
  const pieces = parts[Symbol.asyncIterator]();
  await pieces.next();
  expect(told).toEqual([]);

  work.end();

  expect(told).toEqual([REQUEST_ENDED]);
});

test('a page that cannot be read is reported with the error of its resolver', async () => {
  const thrown = new Failure('UNAVAILABLE', 'lost');
  const { parts } = await read(() =>
    Promise.reject(new ExecutionErrors([new GraphQLError('x', { originalError: thrown })])),
  );

  await expect(text(Readable.from(parts))).rejects.toThrow(ExecutionErrors);

  expect(told).toEqual([thrown]);
});

test('an export that is refused because too many are being sent is reported with the refusal', async () => {
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

describe('an object that is deleted while it is sent', () => {
  test('has no further items in its lists', async () => {
    const { parts } = await read(deleted);

    expect(JSON.parse(await text(Readable.from(parts)))).toMatchObject({
      conversations: [],
      fields: [],
      fields_compiler: [],
    });
    expect(told).toEqual([undefined]);
  });

  test('ends its file with an error, since a part of it would look like the whole', async () => {
    const written = routeOf(dictionaryExport, operations);
    const run = () => {
      work.onStreamEnd((error) => Promise.resolve(void told.push(error)));
      return Promise.resolve(runner.run(written.operation, {}));
    };
    const writer: FileWriter = {
      contentType: 'text/plain',
      async *write(_, { articles }) {
        yield 'head';
        for await (const item of articles ?? Readable.from([])) yield JSON.stringify(item);
      },
    };
    const present = () => ({ status: 200, headers: {} });
    const { parts = [] } = await runInWork(work, () =>
      streamFile({ route: written, run, runSeparately: deleted }, {}, { writer, present }),
    );

    await expect(text(Readable.from(parts))).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    expect(told).toEqual([expect.objectContaining({ reason: 'NOT_FOUND' })]);
  });
});
