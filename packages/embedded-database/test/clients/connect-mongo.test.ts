import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import MongoStore from 'connect-mongo';
import express from 'express';
import session from 'express-session';
import { MongoClient } from 'mongodb';
import { eventually } from '../support/engines';
import { startDatabase, type Server } from './server';

/** MongoDB removes what has expired once a minute; the embedded engine of these tests every second. */
const EXPIRY_SECONDS = process.env['MONGODB_URI'] === undefined ? 10 : 150;

describe('connect-mongo', () => {
  let server: Server;
  let client: MongoClient;
  let store: MongoStore;
  let http: HttpServer;
  let url: string;

  beforeAll(async () => {
    server = await startDatabase();
    client = await new MongoClient(server.uri).connect();
    store = MongoStore.create({ client, dbName: server.dbName, ttl: 60, autoRemove: 'native' });
    http = createServer(appWith(store));
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    url = `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`;
  });
  afterAll(async () => {
    http.close().closeAllConnections();
    await client.close();
    await server.close();
  });

  /** Counts visits in the session. `?seconds=` sets when it expires. */
  function appWith(sessions: MongoStore): express.Express {
    const app = express();
    app.use(session({ store: sessions, secret: 'test', resave: false, saveUninitialized: false }));
    app.get('/visit', (request, response) => {
      const { session: visitor, query } = request;
      const visits = ((visitor as { visits?: number }).visits ?? 0) + 1;
      Object.assign(visitor, { visits });
      if (query['seconds'] !== undefined) visitor.cookie.maxAge = Number(query['seconds']) * 1000;
      response.json({ visits });
    });
    app.get('/leave', (request, response) => {
      request.session.destroy(() => response.json({}));
    });
    return app;
  }

  async function get(path: string, cookie = ''): Promise<{ visits: number | undefined; cookie: string }> {
    const response = await fetch(`${url}${path}`, { headers: { cookie } });
    const { visits } = (await response.json()) as { visits?: number };
    return { visits, cookie: (response.headers.get('set-cookie') ?? cookie).split(';')[0]! };
  }

  it('keeps sessions from one request to the next, apart from each other', async () => {
    const first = await get('/visit');
    const other = await get('/visit');
    const second = await get('/visit', first.cookie);

    expect([first.visits, other.visits, second.visits]).toEqual([1, 1, 2]);
  });

  it('forgets a session that was ended', async () => {
    const { cookie } = await get('/visit');
    await get('/leave', cookie);

    expect((await get('/visit', cookie)).visits).toBe(1);
  });

  it(
    'leaves the removal of expired sessions to the server',
    async () => {
      const sessions = client.db(server.dbName).collection('sessions');
      await sessions.deleteMany({});
      await get('/visit');
      await get('/visit?seconds=1');
      const before = await sessions.countDocuments();

      await eventually(async () => (await sessions.countDocuments()) === 1, EXPIRY_SECONDS);

      expect(before).toBe(2);
      const indexes = await sessions.indexes();
      expect(indexes.find(({ key }) => 'expires' in key)).toMatchObject({ expireAfterSeconds: 0 });
    },
    (EXPIRY_SECONDS + 10) * 1000,
  );

  it('counts, lists and clears sessions', async () => {
    await get('/visit');
    const all = await new Promise((resolve) => {
      store.all((_error, sessions) => {
        resolve(Array.isArray(sessions) ? sessions.length : undefined);
      });
    });
    const length = await new Promise((resolve) => {
      store.length((_error, count) => {
        resolve(count);
      });
    });
    await new Promise((resolve) => {
      store.clear(resolve);
    });

    expect(all).toBeGreaterThan(0);
    expect(length).toBe(all);
    expect(await client.db(server.dbName).collection('sessions').countDocuments()).toBe(0);
  });
});
