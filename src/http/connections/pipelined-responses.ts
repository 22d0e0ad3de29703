import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Handler } from '../../shared/http';

/** Responses that wait until earlier ones on their connection have been sent. */
const queued = new WeakMap<Socket, Set<ServerResponse>>();

/** The response to the latest request on each connection. */
const latest = new WeakMap<Socket, ServerResponse>();

/** Whether a response on this connection has not been sent yet. */
export function isAnswering(socket: Socket): boolean {
  const response = latest.get(socket);
  return response !== undefined && !response.writableFinished;
}

/**
 * Notifies every pipelined response when its connection ends. Node (20 and 24) notifies only the response that is
 * being sent; the others would never release their resources.
 */
export const queuedAnswers: Handler = ({ socket }, response, next) => {
  latest.set(socket, response);
  if (response.socket === null) {
    const answers = queued.get(socket) ?? startedFor(socket);
    answers.add(response);
    response.once('close', () => answers.delete(response));
  }
  next();
};

function startedFor(socket: Socket): Set<ServerResponse> {
  const answers = new Set<ServerResponse>();
  queued.set(socket, answers);
  socket.once('close', () => {
    for (const answer of answers) answer.emit('close');
  });
  return answers;
}
