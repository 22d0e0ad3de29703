import { spawn, type ChildProcess } from 'node:child_process';
import { Console } from 'node:console';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runGriot } from '../../src/cli/program';

const PROJECT = join(__dirname, '..', '..');

/** A secret, without which no program starts in production. */
const JWT_SECRET = randomBytes(48).toString('base64url');

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts a compiled program of the project with the given environment variables only, and those with which an engine records its use.
 *
 * @param folder the working folder, where a file `.env` may be
 */
export function startProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  folder = PROJECT,
): ChildProcess {
  const options = ['late-optimisation', 'cheap-passwords'].flatMap((name) => [
    '--require',
    join(PROJECT, 'test', 'runner', `${name}.cjs`),
  ]);
  return spawn(process.execPath, [...options, join(PROJECT, 'dist', `${name}.js`), ...args], {
    cwd: folder,
    env: variablesOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function variablesOf(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { PATH, HOME, GRIOT_PROFILE_LOG } = process.env;
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(HOME === undefined ? {} : { HOME }),
    ...(GRIOT_PROFILE_LOG === undefined ? {} : { GRIOT_PROFILE_LOG }),
    NODE_ENV: 'production',
    JWT_SECRET,
    ...env,
  };
}

/** Runs a program to its end. */
export function runProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return resultOf(startProgram(name, args, env));
}

/** Starts a command of `griot`. */
export function startCommand(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  return startProgram('bin/griot', [name, ...args], env);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of `griot` to its end in this process, which has already loaded its code. Commands run one after the other.
 * Use `startCommand` for concurrent commands, and for tests of signals and exit codes.
 */
export function runCommand(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const run = () => runHere([name, ...args], variablesOf(env));
  const result = last.then(run, run);
  last = result;
  return result;
}

async function runHere(
  line: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const variables = { ...process.env };
  const listening = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
  const { console: ownConsole } = globalThis;
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  setVariables(env);
  globalThis.console = new Console({ stdout: process.stdout, stderr: process.stderr });
  try {
    process.exitCode = undefined;
    await runGriot(line);
    return { code: exitCode(), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = undefined;
    globalThis.console = ownConsole;
    setVariables(variables);
    for (const output of [stdout, stderr]) output.end();
    // Removes the signal handlers of the command.
    for (const signal of SIGNALS)
      for (const listener of process.listeners(signal))
        if (!listening[signal].includes(listener)) process.off(signal, listener);
  }
}

const exitCode = () => Number(process.exitCode ?? 0);

function setVariables(env: NodeJS.Dict<string>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
}

/** Replaces a stream of this process by one that records what is written. */
function capture(name: 'stdout' | 'stderr') {
  const pieces: Buffer[] = [];
  const descriptor = Object.getOwnPropertyDescriptor(process, name) ?? {};
  const value = new Writable({
    write: (piece: Buffer, _, done) => {
      pieces.push(piece);
      done();
    },
  });
  Object.defineProperty(process, name, { configurable: true, enumerable: true, value });
  return {
    text: () => Buffer.concat(pieces).toString('utf8'),
    end: () => Object.defineProperty(process, name, descriptor),
  };
}

/** The output of a program, and how it ended. */
export function resultOf(child: ChildProcess): Promise<CommandResult> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
}
