import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Attacks on connections themselves: what no client library would do. Each runs until its process is ended. */

/** Opens connections and says nothing on them. */
export function heldConnections(count) {
  return (target) => eachLine(target, count, () => undefined);
}

/** Announces bodies and sends a byte of each now and then. */
export function slowBodies(count) {
  return (target) =>
    eachLine(target, count, async (line) => {
      line.write(
        `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
      );
      while (!line.destroyed) {
        line.write('{');
        await sleep(1000);
      }
    });
}

/** Asks for large answers and takes nothing of them. */
export function slowReaders(count, wishOf) {
  return (target) =>
    eachLine(target, count, (line) => {
      line.pause();
      line.write(textOf(wishOf(target.world), target.token));
    });
}

/** Sends requests one behind the other, and more before the answers are there. */
export function pipelined(count, wishOf) {
  return (target) =>
    eachLine(target, count, async (line) => {
      const one = textOf(wishOf(target.world), target.token);
      while (!line.destroyed) {
        line.write(one.repeat(50));
        await sleep(250);
      }
    });
}

/** A request as it goes over a line. */
function textOf({ path, body }, token) {
  const headers = [
    `${body === undefined ? 'GET' : 'POST'} ${encodeURI(path)} HTTP/1.1`,
    'Host: attacked',
    ...(token === undefined ? [] : [`X-Access-Token: ${token}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Keeps so many connections, each begun anew when the server ends it. */
async function eachLine({ port, address, count: tell }, count, begin) {
  const one = async () => {
    for (;;) {
      await new Promise((resolve) => {
        const line = connect({ host: '127.0.0.1', port, localAddress: address });
        line.on('connect', () => void begin(line));
        line.on('error', () => tell(0));
        line.on('data', (data) => {
          for (const [, status] of data.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g))
            tell(Number(status));
        });
        line.on('close', resolve);
      });
      await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: count }, one));
}
