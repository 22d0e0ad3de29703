import type { BaseContext } from '@apollo/server';
import { createApollo, type ApolloParts } from '../../../src/graphql/apollo/create-apollo';
import { createHttpApp } from '../../../src/http/create-http-app';
import { listening, type Listening } from './listening';
import { memoryLog, type MemoryLog } from './memory-log';
import { tinySchema } from './tiny-schema';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly data?: unknown; readonly errors?: readonly ReplyError[] };
  readonly text: string;
}

interface ReplyError {
  readonly message: string;
  readonly path?: readonly unknown[];
  readonly extensions: Record<string, unknown>;
}

export interface GraphqlServer extends Listening {
  readonly log: MemoryLog;
  readonly ask: (
    query: string,
    variables?: Record<string, unknown>,
    headers?: Record<string, string>,
  ) => Promise<Reply>;
}

/** Serves the tiny schema through the same HTTP face as the real one. */
export async function graphqlServer(parts: Partial<ApolloParts<BaseContext>> = {}): Promise<GraphqlServer> {
  const log = memoryLog();
  const { server: apollo, handler } = await createApollo({
    schema: tinySchema(),
    config: { introspection: true },
    logger: log.logger,
    contextOf: () => Promise.resolve({}),
    ...parts,
  });
  const app = createHttpApp({
    config: { trustProxy: false, corsOrigins: [] },
    logger: log.logger,
    graphql: handler,
    rest: (_request, _response, next) => {
      next();
    },
  });
  const server = await listening(app);
  const ask: GraphqlServer['ask'] = async (query, variables, headers) =>
    replyOf(
      await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      }),
    );
  const close = async (): Promise<void> => {
    await server.close();
    await apollo.stop();
  };
  return { ...server, log, ask, close };
}

export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: JSON.parse(text) as Reply['body'],
  };
}
