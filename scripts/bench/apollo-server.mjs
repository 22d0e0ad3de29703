// A server to compare with: Apollo Server as in its guide, with hydrated mongoose documents.
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { hydratedResolvers, typeDefs } from './plain-schema.mjs';

const server = new ApolloServer({ typeDefs, resolvers: await hydratedResolvers() });
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
process.send({ port: Number(new URL(url).port) });
