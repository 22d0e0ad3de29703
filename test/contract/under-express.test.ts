/** A part of the contract over a gateway that is mounted under a plain express application: see docs/decisions/0081. */
import './rest/read-codes.test';
import './rest/bodies.test';
import './graphql/over-http.test';
import './accounts/login.test';
import './writes/article-round-trip.test';
import { startGateway } from '../support/gateway';
import { call } from '../support/http';

process.env['GATEWAY_HOST'] = 'express';

test('the contract suites run under Express', async () => {
  const server = await startGateway();

  const { status, headers } = await call(`${server.url}/lexicon/articles`);
  await server.close();

  expect([status, headers.get('x-powered-by')]).toEqual([206, 'Express']);
});
