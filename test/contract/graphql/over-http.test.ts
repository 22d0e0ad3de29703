import { type Audit, serverAudits } from 'graphql-http';
import { startGateway, type TestGateway } from '../../support/gateway';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** The audits of the specification "GraphQL over HTTP"; where they are run does not matter to their names. */
const AUDITS = auditsOf(() => '');

test('there are 61 audits', () => {
  expect(AUDITS).toHaveLength(61);
});

test.each(AUDITS.map(({ name }, index) => [name, index] as const))('%s', async (_, index) => {
  const audit = auditsOf(() => `${gateway.url}/graphql`)[index];

  const result = await audit?.fn();

  expect(result).toMatchObject({ status: 'ok' });
});

/** Every audit sends the header that no web form can send, as clients have to. */
function auditsOf(url: () => string): readonly Audit[] {
  return serverAudits({
    url,
    fetchFn: (input: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('Apollo-Require-Preflight', 'true');
      return fetch(input, { ...init, headers });
    },
  });
}
