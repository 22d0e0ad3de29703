import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import type * as Programs from './programs';

/** The programs with all they need but native libraries, as the build makes it. */
const FILE = join(__dirname, '..', '..', 'dist-program', 'programs.js');

/** When a program has loaded and run what it needs for its start, in milliseconds. */
const STARTED_MS = 10_000;

const CHECKSUM_BYTES = 4;

/**
 * Starts a program from the file that holds all of them.
 *
 * @param use as for `loadPrograms`
 */
export function launch(program: 'server' | 'griot', use: string): void {
  void loadPrograms(use)[program]();
}

/**
 * Loads the file that holds all programs, with what the engine of JavaScript had compiled of it before: that halves the time of a
 * start. The compiled code is kept in the folder that NODE_COMPILE_CACHE names, or beside the file; where that cannot be written, or
 * the code is of another version or damaged, everything is compiled as without it.
 *
 * @param use of the program, which decides what of it is compiled: all that run it so share what is kept
 */
export function loadPrograms(use: string): typeof Programs {
  const bytes = readFileSync(FILE);
  const { NODE_COMPILE_CACHE: folder, NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
  // The engine's tag is of its version, its flags and the processor.
  const name = `${crc32(bytes).toString(36)}-${cachedDataVersionTag().toString(36)}-${use}.compiled`;
  const compiledFile = join(folder === undefined || folder === '' ? dirname(FILE) : folder, name);
  const cachedData = isOff ? undefined : readCompiled(compiledFile);
  // The build makes all of it ASCII, so that it takes one byte a character in memory as well.
  const script = new Script(Module.wrap(bytes.toString('latin1')), {
    filename: FILE,
    ...(cachedData && { cachedData }),
  });
  if (!isOff && script.cachedDataRejected !== false) keepOnceStarted(script, compiledFile);
  const module = { exports: {} as typeof Programs };
  const run = script.runInThisContext() as (...parameters: readonly unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(FILE), module, FILE, dirname(FILE));
  return module.exports;
}

/** Undefined where there is none, or where a byte of it has changed: the engine trusts what it reads. */
function readCompiled(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const data = bytes.subarray(CHECKSUM_BYTES);
    return crc32(data) === bytes.readUInt32LE() ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what has been compiled some time after the start, or when the program ends before that. */
function keepOnceStarted(script: Script, file: string): void {
  const isDamaged = existsSync(file);
  const keep = (): void => {
    clearTimeout(timer);
    process.off('exit', keep);
    // Of programs that start at once, the first one is enough.
    if (isDamaged || !existsSync(file)) writeCompiled(script.createCachedData(), file);
  };
  const timer = setTimeout(keep, STARTED_MS).unref();
  process.once('exit', keep);
}

/** A folder that cannot be written, or a full disk, costs the time of a start and nothing else. */
function writeCompiled(data: Buffer, file: string): void {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(data));
  const temporaryFile = `${file}.${process.pid}`;
  try {
    writeFileSync(temporaryFile, Buffer.concat([checksum, data]));
    renameSync(temporaryFile, file);
  } catch {
    rmSync(temporaryFile, { force: true });
  }
}
