import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Attacks by connections in ways that no client library allows. Each runs until its process ends. */

/** Opens connections and sends nothing. */
export function heldConnections(count) {
  return (target) => eachConnection(target, count, () => undefined);
}

/** Announces bodies and sends one byte of each per second. */
export function slowBodies(count) {
  return (target) =>
    eachConnection(target, count, async (socket) => {
      socket.write(
        `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
      );
      while (!socket.destroyed) {
        socket.write('{');
        await sleep(1000);
      }
    });
}

/** Requests large responses and reads none of them. */
export function slowReaders(count, requestOf, header) {
  return (target) =>
    eachConnection(target, count, (socket) => {
      socket.pause();
      socket.write(textOf(requestOf(target.world), target.token, header));
    });
}

/** Sends pipelined requests, and further ones before the responses have arrived. */
export function pipelined(count, requestOf) {
  return (target) =>
    eachConnection(target, count, async (socket) => {
      const request = textOf(requestOf(target.world), target.token);
      while (!socket.destroyed) {
        socket.write(request.repeat(50));
        await sleep(250);
      }
    });
}

/** The text of an HTTP/1.1 request. */
function textOf({ path, body }, token, header) {
  const headers = [
    `${body === undefined ? 'GET' : 'POST'} ${encodeURI(path)} HTTP/1.1`,
    'Host: attacked',
    ...(header === undefined ? [] : [header]),
    ...(token === undefined ? [] : [`X-Access-Token: ${token}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Keeps a number of connections, and replaces each that the server closes. */
export async function eachConnection({ port, address, count: tell }, count, begin) {
  const keepConnection = async () => {
    for (;;) {
      await new Promise((resolve) => {
        const socket = connect({ host: '127.0.0.1', port, localAddress: address });
        socket.on('connect', () => void begin(socket));
        socket.on('error', () => tell(0));
        socket.on('data', (data) => {
          for (const [, status] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g))
            tell(Number(status));
        });
        socket.on('close', resolve);
      });
      await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: count }, keepConnection));
}
