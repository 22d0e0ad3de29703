// A server to compare with: PostGraphile with its default settings and the plain articles in PostgreSQL.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { postgraphile } = createRequire(join(process.env.BENCH_PACKAGES, 'postgraphile', 'package.json'))(
  'postgraphile',
);
const options = { dynamicJson: true, graphqlRoute: '/graphql', disableQueryLog: true };
const server = createServer(
  postgraphile(
    { host: process.env.BENCH_POSTGRES, database: 'postgres', user: 'postgres' },
    'public',
    options,
  ),
);
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
