import { Agent, request } from 'node:http';

/** Keep-alive connections from one network address. All addresses that begin with 127 belong to the local machine. */
export function connectionsFrom(address, count) {
  return new Agent({ keepAlive: true, maxSockets: count, localAddress: address });
}

/** The request of a GraphQL operation. */
export function graphql(query, variables) {
  return { path: '/graphql', body: JSON.stringify({ query, variables }) };
}

export function basic(name, password) {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/**
 * Sends a request and reads the whole response.
 *
 * @param options path, and if they differ from the defaults method, body (text or bytes), token and headers; `hangsUpAfter`: the
 * number of milliseconds after sending at which the connection ends; `keepsText`: whether the result has the text of the response
 * @returns status, milliseconds, bytes; status 0 if the connection ended before the response
 */
export function send({ port, agent, signal }, options) {
  const {
    path,
    body,
    token,
    headers = {},
    method = body === undefined ? 'GET' : 'POST',
    hangsUpAfter,
    keepsText = false,
  } = options;
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (status, bytes = 0, chunks = [], { 'retry-after': retryAfter, location } = {}) => {
      resolve({
        ...{ status, bytes, retryAfter, location, ms: performance.now() - started },
        text: Buffer.concat(chunks).toString(),
      });
    };
    const outgoing = request({
      ...{ host: '127.0.0.1', port, path, method, agent, signal },
      headers: {
        ...(token && { 'x-access-token': token }),
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
        ...headers,
      },
    });
    outgoing.on('response', (response) => {
      let bytes = 0;
      const chunks = [];
      response.on('data', (chunk) => {
        bytes += chunk.length;
        if (keepsText) chunks.push(chunk);
      });
      response.on('end', () => end(response.statusCode, bytes, chunks, response.headers));
      response.on('error', () => end(0, bytes));
    });
    outgoing.on('error', () => end(0));
    outgoing.end(body);
    if (hangsUpAfter !== undefined) setTimeout(() => outgoing.destroy(), hangsUpAfter);
  });
}
