import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of Debian with the programs of each version. */
const ROOT = '/usr/lib/postgresql';

/** Whether this machine has PostgreSQL, which only comparisons need. */
export const hasPostgres = () => existsSync(ROOT);

/** PostgreSQL refuses to run as root. */
function asPostgres(command, args, options = {}) {
  const isRoot = process.getuid() === 0;
  const [file, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args];
  return execFileSync(file, all, { encoding: 'utf8', maxBuffer: 2 ** 28, ...options });
}

/** The format of COPY: a value, or a list of texts as an array. */
export function copyCell(value) {
  if (value === null || value === undefined) return '\\N';
  if (Array.isArray(value))
    return copyCell(`{${value.map((text) => `"${text.replace(/["\\]/gu, '\\$&')}"`).join(',')}}`);
  return String(value).replace(/\\/gu, '\\\\').replace(/\t/gu, ' ').replace(/\r?\n/gu, ' ');
}

/**
 * Starts a temporary PostgreSQL below a folder, without flushes to the disk and only on a socket.
 *
 * @returns the folder of its socket, `psql`, which runs a script and returns its output, and `stop`
 */
export function startPostgres(work) {
  const bin = join(ROOT, readdirSync(ROOT).sort().at(-1), 'bin');
  const home = join(work, 'postgres');
  mkdirSync(home);
  if (process.getuid() === 0) {
    const owner = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
    chmodSync(work, 0o755);
    chownSync(home, owner('-u'), owner('-g'));
  }
  const data = join(home, 'data');
  const run = (program, args, options = {}) =>
    asPostgres(join(bin, program), args, { cwd: home, ...options });
  run('initdb', ['-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust']);
  const options = `-k ${home} -c listen_addresses= -c fsync=off`;
  run('pg_ctl', ['-D', data, '-o', options, '-l', join(home, 'log'), '-w', 'start'], { stdio: 'ignore' });
  const psql = (sql) => {
    const file = join(home, 'script.sql');
    writeFileSync(file, sql);
    const output = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
    return run('psql', ['-h', home, '-d', 'postgres', ...output, '-f', file]);
  };
  const stop = () => run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'], { stdio: 'ignore' });
  return { home, psql, stop };
}
