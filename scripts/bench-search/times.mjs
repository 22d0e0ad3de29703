import { Agent } from 'node:http';
import { send } from '../bench/load.mjs';
import { processorTime } from '../support/process-use.mjs';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends requests one after the other. Returns the response time and the processor time of each, in milliseconds. */
export async function timesOf({ url, processes }, questions) {
  const used = () => processes.reduce((sum, id) => sum + processorTime(id), 0);
  const times = [];
  for (const question of questions) {
    const [started, before] = [performance.now(), used()];
    const { status, body } = await send(agent, { url, ...question });
    times.push({ clock: performance.now() - started, processor: used() - before });
    const isRefused = status !== 200 && status !== 206;
    if (isRefused || body.includes('"errors"')) throw new Error(`${question.path}: ${status} ${body}`);
  }
  return times;
}
