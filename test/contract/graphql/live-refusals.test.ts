import { startWithApplications, type ChatbotServer } from '../../support/applications';

const DEEP = `subscription { articleChanged(dictionary: "x") { article ${'{ next '.repeat(12)}{ headword }${' }'.repeat(13)} }`;

let server: ChatbotServer;

beforeAll(async () => {
  server = await startWithApplications();
});
afterAll(() => server.server.close());

const sent = (body: object, accept: string) =>
  fetch(`${server.server.url}/graphql`, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What the stream of a request tells, which ends it. */
async function firstEvent(body: object): Promise<unknown> {
  const text = await (await sent(body, 'text/event-stream')).text();
  expect(text).toContain('event: complete');
  return JSON.parse(/^event: next\ndata: (.*)$/m.exec(text)?.[1] ?? 'null');
}

function codesOf(response: unknown): readonly string[] {
  const { errors } = response as { errors: readonly { extensions?: { code?: string } }[] };
  return [...new Set(errors.map(({ extensions }) => extensions?.code ?? 'none'))];
}

test.each([
  ['GRAPHQL_PARSE_FAILED', { query: 'subscription {' }],
  ['GRAPHQL_VALIDATION_FAILED', { query: 'subscription { nothing }' }],
  [
    'GRAPHQL_VALIDATION_FAILED',
    {
      query:
        'subscription { a: articleChanged(dictionary: "x") { seq } b: articleChanged(dictionary: "x") { seq } }',
    },
  ],
  ['GRAPHQL_VALIDATION_FAILED', { query: DEEP }],
  ['OPERATION_RESOLUTION_FAILURE', { query: '{ __typename }', operationName: 'other' }],
])('%s is the code of a stream as of another request: %j', async (code, body) => {
  const streamed = await firstEvent(body);
  const answered = (await (await sent(body, 'application/json')).json()) as object;

  expect(codesOf(streamed)).toEqual([code]);
  expect(codesOf(answered)).toEqual([code]);
  expect(streamed).not.toHaveProperty('data');
});

test.each([
  ['BAD_REQUEST', { query: '{ __typename }' }, 'Only subscriptions are streams'],
  [
    'BAD_USER_INPUT',
    { query: 'subscription ($d: ID!) { articleChanged(dictionary: $d) { seq } }' },
    '"$d" of required type "ID!" was not provided',
  ],
])('%s is the code in the stream of %j', async (code, body, message) => {
  const error = { extensions: { code }, message: expect.stringContaining(message) as unknown };

  expect(await firstEvent(body)).toEqual({ errors: [expect.objectContaining(error)] });
});
