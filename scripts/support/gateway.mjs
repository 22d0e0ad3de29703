import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The options of Node in `npm start`, so that measurements apply to it. */
export const START_FLAGS = scripts.start.match(/(?<=\s)--[\w-]+=\S+/g);

/** Password of every account that measurements create. */
export const PASSWORD = 'a password for measuring';

export const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: PASSWORD };

/**
 * Starts a gateway on a new embedded database, without limits on requests. It ends with this process. Rejects if it ends
 * before it listens.
 *
 * @param env further environment variables, which take precedence
 * @param prefix a command that runs the gateway, with its arguments
 * @param main the arguments of Node that name the program
 */
export async function startGateway(env = {}, prefix = [], main = [MAIN]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'griot-measured-'));
  const [program, ...args] = [...prefix, process.execPath, ...START_FLAGS, ...main];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir },
      ...{ LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...env },
    },
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.on('exit', () => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    url: await addressOf(child),
    processId: child.pid,
    dataDir,
    /** Resolves to the exit code. */
    stop: () => {
      child.kill();
      return ended;
    },
    /** Kills it. Resolves when it has ended. */
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /GraphQL\s+(\S+)\/graphql/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', (code) => reject(new Error(`the gateway ended with ${code}: ${output}`)));
  });
}

/** The token of an account, by Basic authentication. Rejects if the login is refused. */
export async function logIn(address, name) {
  const authorization = `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
  const response = await fetch(address, { headers: { authorization } });
  const { token } = await response.json();
  if (response.status !== 200) throw new Error(`a login was refused with ${response.status}`);
  return token;
}
