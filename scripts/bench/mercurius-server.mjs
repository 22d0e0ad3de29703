// A server to compare with: Fastify with Mercurius, which compiles queries, and the MongoDB driver.
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { leanResolvers, typeDefs } from './plain-schema.mjs';

const app = Fastify();
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: await leanResolvers(),
  jit: 1,
  path: '/graphql',
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send({ port: app.server.address().port });
