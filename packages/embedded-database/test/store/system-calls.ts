import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const TRACED = 'read,recvmsg,write,writev,sendmsg,pwrite64,pwritev,fdatasync';
/** O_DSYNC of Linux on x86 and ARM: a write returns once its data are on the disk. */
const O_DSYNC = 0o10000;

/** A system call. `start` and `end` are positions in the trace, because calls of several threads overlap. */
export interface SystemCall {
  readonly name: string;
  readonly descriptor: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The reason for which system calls cannot be traced here; `undefined` if they can. */
export function whyNoTrace(): string | undefined {
  const tried = spawnSync('strace', ['-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (tried.error) return 'strace is not installed';
  return tried.status === 0 ? undefined : `strace may not trace: ${tried.stderr.trim()}`;
}

/** Records the system calls of a process until `stop`. */
export async function trace(
  processId: number,
  file: string,
): Promise<{ readonly stop: () => Promise<SystemCall[]> }> {
  const args = ['-f', '-s', '400', '-e', `trace=${TRACED}`, '-o', file, '-p', String(processId)];
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(strace, 'exit');
  await attached(strace);
  return {
    stop: async () => {
      strace.kill('SIGINT');
      await ended;
      return parseTrace(readFileSync(file, 'latin1'));
    },
  };
}

/** Reads all messages of strace. It reports each new thread, and would end if a message could not be written. */
function attached(strace: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    strace.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('attached')) resolve();
    });
    strace.on('exit', () => {
      reject(new Error(`strace: ${output}`));
    });
  });
}

function parseTrace(text: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, SystemCall>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.startsWith('<...')) {
      const begun = unfinished.get(thread);
      unfinished.delete(thread);
      if (begun) calls.push({ ...begun, text: begun.text + rest, end: at });
      continue;
    }
    const [, name, descriptor] = /^(\w+)\((\d+)/.exec(rest) ?? [];
    if (name === undefined) continue;
    const call = { name, descriptor: Number(descriptor), text: rest, start: at, end: at };
    if (rest.endsWith('<unfinished ...>')) unfinished.set(thread, call);
    else calls.push(call);
  }
  return calls;
}

/** File descriptors of a process for a file: those whose writes are on disk when they return, and the others. */
export function descriptorsOf(processId: number, file: string) {
  const descriptors = readdirSync(`/proc/${processId}/fd`).filter((descriptor) => {
    try {
      return readlinkSync(`/proc/${processId}/fd/${descriptor}`) === file;
    } catch {
      return false; // it has been closed since
    }
  });
  const isSynchronous = (descriptor: string): boolean => {
    const info = readFileSync(`/proc/${processId}/fdinfo/${descriptor}`, 'utf8');
    return (parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? '', 8) & O_DSYNC) !== 0;
  };
  return {
    synchronous: descriptors.filter(isSynchronous).map(Number),
    others: descriptors.filter((descriptor) => !isSynchronous(descriptor)).map(Number),
  };
}
