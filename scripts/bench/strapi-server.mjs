// A server to compare with: Strapi with its default settings, its GraphQL plugin, and the plain articles as a public content type in
// PostgreSQL. The script writes its project as in its guide, without the admin pages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readPlain } from './plain-data.mjs';

const folder = join(process.env.BENCH_PACKAGES, 'strapi');
const packages = createRequire(join(folder, 'package.json'));
const MODEL = 'api::article.article';

const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const setting = (name, value) => write(`config/${name}.js`, `module.exports = ${JSON.stringify(value)};\n`);
setting('server', {
  host: '127.0.0.1',
  port: 0,
  app: { keys: ['of the benchmark'] },
  logger: { startup: { enabled: false } },
});
setting('logger', { level: 'error' });
setting('admin', { auth: { secret: 'a' }, apiToken: { salt: 'b' }, transfer: { token: { salt: 'c' } } });
setting('plugins', { 'users-permissions': { config: { jwtSecret: process.env.JWT_SECRET } } });
setting('database', {
  connection: {
    client: 'postgres',
    connection: { host: process.env.BENCH_POSTGRES, user: 'postgres', database: 'strapi' },
  },
});
const OWN = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session'];
setting(
  'middlewares',
  [...OWN, 'favicon', 'public'].map((name) => `strapi::${name}`),
);
const ofType = (type, names) => Object.fromEntries(names.map((name) => [name, { type }]));
write(
  'src/api/article/content-types/article/schema.json',
  JSON.stringify({
    ...{ kind: 'collectionType', collectionName: 'articles', options: { draftAndPublish: false } },
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    attributes: {
      ...ofType('string', ['id_dico', 'public_id', 'headword', 'radical', 'users_versions', 'place']),
      ...ofType('integer', ['id_article', 'like', 'unlike']),
      ...ofType('text', ['all_raw_text']),
      ...ofType('boolean', ['disable_article']),
      ...ofType('json', ['article']),
    },
  }),
);
for (const [kind, name] of Object.entries({
  routes: 'Router',
  controllers: 'Controller',
  services: 'Service',
}))
  write(
    `src/api/article/${kind}/article.js`,
    `module.exports = require('@strapi/strapi').factories.createCore${name}('${MODEL}');\n`,
  );
mkdirSync(join(folder, 'public', 'uploads'), { recursive: true });
write('src/index.js', 'module.exports = { register() {}, bootstrap() {} };\n');

process.chdir(folder);
process.env.STRAPI_TELEMETRY_DISABLED = 'true';
const { createStrapi } = packages('@strapi/strapi');
const strapi = createStrapi({ appDir: folder, distDir: folder, serveAdminPanel: false });
await strapi.load();
await writeTable();
await strapi.listen();
process.send({ port: strapi.server.httpServer.address().port });

async function writeTable() {
  const { connection } = strapi.db;
  const now = new Date();
  const rows = (await readPlain()).map((document, n) => ({
    ...document,
    ...{ document_id: `document${n}`, created_at: now, updated_at: now, published_at: now },
  }));
  await connection.batchInsert('articles', rows);
  await connection.schema.alterTable('articles', (table) => {
    table.index(['id_dico', 'id_article']);
    table.index(['id_dico', 'place']);
  });
  await connection.raw('analyze articles');
  const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } });
  for (const action of ['find', 'findOne'])
    await strapi.db
      .query('plugin::users-permissions.permission')
      .create({ data: { action: `${MODEL}.${action}`, role: role.id } });
}
