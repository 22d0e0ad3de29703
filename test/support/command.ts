import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..');

/** Without a secret nothing starts in production. */
const JWT_SECRET = randomBytes(48).toString('base64url');

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts a compiled program of the project with nothing of this environment but what is given, and what an engine needs to tell its use.
 *
 * @param folder the working folder, where a file `.env` may be
 */
export function startProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  folder = PROJECT,
): ChildProcess {
  const { PATH, HOME, GRIOT_PROFILE_LOG } = process.env;
  return spawn(process.execPath, [join(PROJECT, 'dist', `${name}.js`), ...args], {
    cwd: folder,
    env: {
      ...(PATH === undefined ? {} : { PATH }),
      ...(HOME === undefined ? {} : { HOME }),
      ...(GRIOT_PROFILE_LOG === undefined ? {} : { GRIOT_PROFILE_LOG }),
      NODE_ENV: 'production',
      JWT_SECRET,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  return startProgram('cli/griot', [name, ...args], env);
}

/** Runs a command of `griot` to its end. */
export function runCommand(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return resultOf(startCommand(name, args, env));
}

/** What a program said that runs, and how it ended. */
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
