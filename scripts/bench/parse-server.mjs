// A server to compare with: Parse Server with its default settings and the plain articles as a class. It connects to the embedded
// database by TCP, because it does not accept addresses of sockets.
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { MongoClient } from 'mongodb';
import { PARSE_HEADERS } from './dialects.mjs';
import { readPlain } from './plain-data.mjs';

const folder = join(process.env.BENCH_PACKAGES, 'parse');
const packages = createRequire(join(folder, 'package.json'));
// It writes its log into the current folder, whatever its options are.
process.chdir(folder);
const { ParseServer } = packages('parse-server');
const { Collection } = createRequire(packages.resolve('parse-server'))('mongodb');

// The indexes of its users and sessions have options that the embedded database refuses. The benchmark does not log in.
Collection.prototype.createIndex = () => Promise.resolve('');

const path = decodeURIComponent(/\/\/([^/]+)/.exec(process.env.BENCH_URI)[1]);
const relay = createServer((socket) => {
  const upstream = connect(path);
  socket.on('error', () => upstream.destroy());
  upstream.on('error', () => socket.destroy());
  socket.pipe(upstream).pipe(socket);
});
await new Promise((resolve) => relay.listen(0, '127.0.0.1', resolve));

const app = express();
const server = createHttpServer(app);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const serverURL = `http://127.0.0.1:${server.address().port}/parse`;
const parse = new ParseServer({
  databaseURI: `mongodb://127.0.0.1:${relay.address().port}/parse?directConnection=true`,
  ...{ appId: PARSE_HEADERS['x-parse-application-id'], masterKey: 'of the benchmark', serverURL },
  ...{ allowClientClassCreation: true, silent: true, trustProxy: true },
});
await parse.start();
app.use('/parse', parse.app);
await writeClass();
process.send({ port: server.address().port });

/** Creates the class by its route, and stores the objects as Parse Server would. */
async function writeClass() {
  const [first, ...others] = await readPlain();
  await fetch(`${serverURL}/classes/Article`, {
    method: 'POST',
    headers: { ...PARSE_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify(first),
  });
  const now = new Date();
  const client = await new MongoClient(process.env.BENCH_URI).connect();
  const articles = client.db('parse').collection('Article');
  const objects = others.map((document, n) => ({
    _id: `object${n}`,
    ...{ _created_at: now, _updated_at: now, ...document },
  }));
  for (let at = 0; at < objects.length; at += 1000) await articles.insertMany(objects.slice(at, at + 1000));
  await articles.createIndex({ id_dico: 1, id_article: 1 });
  await articles.createIndex({ id_dico: 1, place: 1 });
  await client.close();
}
