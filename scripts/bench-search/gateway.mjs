import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { engineOf } from '../bench-embedded/cpu.mjs';
import { send } from '../bench/load.mjs';
import { processorTime } from './processor-time.mjs';

/** Starts a gateway over a data folder; it ends with this process. */
export function startGateway(dataDir) {
  const env = {
    ...{ ...process.env, NODE_ENV: 'production', MODE: 'production', LOG_LEVEL: 'silent', PORT: '0' },
    ...{ DATA_DIR: dataDir, JWT_SECRET: randomBytes(48).toString('base64url'), MONGODB_URI: '' },
    ...{ RATE_LIMITS: '', TRUST_PROXY: 'loopback' },
  };
  const child = fork(fileURLToPath(new URL('../bench/gateway-server.mjs', import.meta.url)), {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, agent, processes: [child.pid, engineOf(dataDir)] }),
    );
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
}

/** What each of the questions takes, one after the other: milliseconds of the clock, and of processors. */
export async function timesOf({ url, agent, processes }, questions) {
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
