import type { ServerResponse } from 'node:http';

/** Calls a function once, when the head of a response is written or its connection has ended. */
export function onceAnswered(response: ServerResponse, run: () => void): void {
  const writeHead = response.writeHead.bind(response);
  const begin = (...given: unknown[]): unknown => {
    run();
    response.off('close', run);
    response.writeHead = writeHead;
    return Reflect.apply(writeHead, undefined, given);
  };
  response.writeHead = begin as ServerResponse['writeHead'];
  response.once('close', run);
}
