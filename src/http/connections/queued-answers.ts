import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Handler } from '../../shared/http';

/** Answers that wait until those before them on their connection are sent. */
const queued = new WeakMap<Socket, Set<ServerResponse>>();

/** The answer to the request that came last on each connection. */
const latest = new WeakMap<Socket, ServerResponse>();

/** Whether an answer on this connection is not sent yet. */
export function isAnswering(socket: Socket): boolean {
  const response = latest.get(socket);
  return response !== undefined && !response.writableFinished;
}

/**
 * Lets every answer learn that its connection has ended. Requests can be sent one after the other without waiting for answers, and
 * Node (20 and 24) tells only the answer that is being sent: the others would keep for ever what they give back in the end.
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
