import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { START_FLAGS } from '../support/gateway.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Starts a server of the benchmark on the database. It ends with this process, even after an error. */
export function startServer(name, { dataDir, uri, others = {} }) {
  const env = {
    ...{ ...process.env, NODE_ENV: 'production', MODE: 'production', LOG_LEVEL: 'silent', PORT: '0' },
    ...{ DATA_DIR: dataDir, MONGODB_URI: '', BENCH_URI: uri, RATE_LIMITS: '', TRUST_PROXY: 'loopback' },
    ...others,
    JWT_SECRET: randomBytes(48).toString('base64url'),
  };
  const child = fork(join(here, `${name}-server.mjs`), {
    env,
    execArgv: name === 'gateway' ? START_FLAGS : [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Servers end before the databases that they read.
  process.prependListener('exit', () => child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }) =>
      resolve({ name, processId: child.pid, url: `http://127.0.0.1:${port}` }),
    );
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
}
