// A server to compare with: Node's HTTP server and the MongoDB driver, without a framework.
import { createServer } from 'node:http';
import { list, one } from './plain-handlers.mjs';

const server = createServer(async ({ url }, response) => {
  const [path, query] = url.split('?');
  const [, , , dictionaryId, number] = path.split('/');
  const { body, total } = await (number === undefined
    ? list(dictionaryId, new URLSearchParams(query))
    : one(dictionaryId, number));
  const text = Buffer.from(JSON.stringify(body));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', text.length);
  if (total !== undefined) response.setHeader('X-Total-Count', String(total));
  response.end(text);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
