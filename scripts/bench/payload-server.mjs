// A server to compare with: Payload with its default settings and the plain articles as a collection in the embedded database. It
// receives requests by `handleEndpoints`, as documented, and GraphQL by parts of its package for Next.js, without Next.js.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MongoClient } from 'mongodb';
import { readPlain } from './plain-data.mjs';

const packages = createRequire(join(process.env.BENCH_PACKAGES, 'payload', 'package.json'));
const load = (name) => import(pathToFileURL(packages.resolve(name)).href);
const { addDataAndFileToRequest, buildConfig, createPayloadRequest, handleEndpoints } = await load('payload');
const { mongooseAdapter } = await load('@payloadcms/db-mongodb');
const { configToSchema } = await load('@payloadcms/graphql');
const { createHandler } = packages('graphql-http/lib/use/fetch');
const { serve } = packages('@hono/node-server');

const DATABASE = 'payload';

const field = (type) => (name) => ({ name, type });
const config = buildConfig({
  secret: 'of the benchmark',
  telemetry: false,
  logger: { options: { level: 'error' } },
  db: mongooseAdapter({
    url: process.env.BENCH_URI,
    connectOptions: { dbName: DATABASE },
    // By default it also sorts by date, and the embedded database does not sort in mixed directions.
    disableFallbackSort: true,
  }),
  collections: [
    {
      slug: 'articles',
      access: { read: () => true },
      fields: [
        ...['id_dico', 'public_id', 'headword', 'radical', 'all_raw_text', 'users_versions', 'place'].map(
          field('text'),
        ),
        ...['id_article', 'like', 'unlike'].map(field('number')),
        ...['disable_article'].map(field('checkbox')),
        ...['article'].map(field('json')),
      ],
    },
  ],
});

await writeCollection();
const schema = configToSchema(await config);
serve(
  {
    fetch: (request) =>
      new URL(request.url).pathname === '/api/graphql'
        ? answerGraphql(request)
        : handleEndpoints({ config, request: request.clone() }),
    hostname: '127.0.0.1',
    port: 0,
  },
  ({ port }) => process.send({ port }),
);

async function answerGraphql(request) {
  const req = await createPayloadRequest({ canSetHeaders: true, config, request: request.clone() });
  await addDataAndFileToRequest(req);
  return createHandler({
    context: { headers: {}, req },
    schema: schema.schema,
    validationRules: (_, args, rules) => rules.concat(schema.validationRules(args)),
  })(request);
}

/** Stores the documents as Payload would. */
async function writeCollection() {
  const now = new Date();
  const documents = (await readPlain()).map((document) => ({
    ...document,
    ...{ createdAt: now, updatedAt: now, __v: 0 },
  }));
  const client = await new MongoClient(process.env.BENCH_URI).connect();
  const articles = client.db(DATABASE).collection('articles');
  for (let at = 0; at < documents.length; at += 1000)
    await articles.insertMany(documents.slice(at, at + 1000));
  // Payload would create them with options that the embedded database refuses.
  await articles.createIndex({ id_dico: 1, id_article: 1 });
  await articles.createIndex({ id_dico: 1, place: 1 });
  await client.close();
}
