import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createExpressHandler, type Griot } from '../../src/server/express-handler';
import { testDatabase, type TestDatabase } from '../support/database';
import { call, graphql } from '../support/http';

let database: TestDatabase;
let gateway: Griot;
let server: Server;
let url: string;

beforeAll(async () => {
  database = testDatabase();
  const consoleLog = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  gateway = await createExpressHandler({ LOG_LEVEL: 'silent', ...database.env });
  consoleLog.mockRestore();
  const app = express();
  app.get('/own', (_request, response) => {
    response.send('before');
  });
  app.use(gateway);
  app.get('/later', (_request, response) => {
    response.send('behind');
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await gateway.close();
  await database.drop();
});

test('an express application serves the gateway by one handler', async () => {
  const read = await call(`${url}/lexicon/articles/yor_eng_fra_griot?entries&limit=2`);
  const { data } = await graphql(url, '{ dictionaries(first: 1) { nodes { publicId } } }');
  const page = await fetch(`${url}/docs`);

  expect([read.status, read.headers.get('x-total-count')]).toEqual([200, '64']);
  expect(data).toEqual({ dictionaries: { nodes: [{ publicId: 'yor_eng_fra_griot' }] } });
  expect(page.status).toBe(200);
  expect((await call(`${url}/health/ready`)).status).toBe(200);
});

test('routes of the host are still answered, before the gateway and after it', async () => {
  expect((await call(`${url}/own`)).text).toBe('before');
  expect((await call(`${url}/later`)).text).toBe('behind');
  expect((await call(`${url}/lexicon/nothing`)).body).toMatchObject({ code: 'NOT_FOUND' });
});
