// A server to compare with: Directus with its default settings and the plain articles in a public table of PostgreSQL.
import { createServer } from 'node:http';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPlain } from './plain-data.mjs';

const packages = createRequire(join(process.env.BENCH_PACKAGES, 'directus', 'package.json'));
const api = createRequire(packages.resolve('directus/package.json')).resolve('@directus/api/package.json');
const load = (path) => import(pathToFileURL(join(dirname(api), 'dist', path)).href);
// The sandbox for extensions is compiled during installation. It is left out, because there are no extensions.
const sandbox = createRequire(api).resolve('isolated-vm');
createRequire(api).cache[sandbox] = Object.assign(new Module(sandbox), { filename: sandbox, loaded: true });

Object.assign(process.env, {
  ...{ DB_CLIENT: 'pg', DB_HOST: process.env.BENCH_POSTGRES, DB_PORT: '5432', DB_DATABASE: 'directus' },
  ...{ DB_USER: 'postgres', DB_PASSWORD: 'none', SECRET: process.env.JWT_SECRET, TELEMETRY: 'false' },
});

const { default: getDatabase } = await load('database/index.js');
const database = getDatabase();
const { default: installDatabase } = await load('database/seeds/run.js');
await installDatabase(database);
const { default: runMigrations } = await load('database/migrations/run.js');
await runMigrations(database, 'latest', false);
await writeTable();
const { id: policy } = await database('directus_policies').first('id').where({ name: '$t:public_label' });
await database('directus_collections').insert({ collection: 'articles' });
await database('directus_permissions').insert({
  collection: 'articles',
  action: 'read',
  fields: '*',
  policy,
});

const { default: createApp } = await load('app.js');
const server = createServer(await createApp());
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

async function writeTable() {
  await database.schema.createTable('articles', (table) => {
    table.increments('id');
    for (const name of ['id_dico', 'public_id', 'headword', 'radical', 'users_versions', 'place'])
      table.string(name);
    for (const name of ['id_article', 'like', 'unlike']) table.integer(name);
    table.text('all_raw_text');
    table.boolean('disable_article');
    table.json('article');
    table.unique(['id_dico', 'id_article']);
    table.index(['id_dico', 'place']);
  });
  await database.batchInsert('articles', await readPlain());
  await database.raw('analyze articles');
}
