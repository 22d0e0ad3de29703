import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import type * as Programs from './programs';

/** The bundle of all programs and their libraries, except native ones. */
const BUNDLE = join(__dirname, '..', '..', 'dist-program', 'programs.js');

/** Time after which a program has started, in milliseconds. */
const STARTED_MS = 10_000;

const CHECKSUM_BYTES = 4;

/**
 * Starts a program of the bundle.
 *
 * @param use as for `loadPrograms`
 */
export function launch(program: 'server' | 'griot', use: string): void {
  void loadPrograms(use)[program]();
}

/**
 * Loads the bundle together with the code that V8 compiled from it in an earlier run, which halves the time of a start. The
 * compiled code is stored in the folder that NODE_COMPILE_CACHE names, or beside the bundle. If it cannot be written, has another
 * version or is damaged, V8 compiles everything again.
 *
 * @param use names how the program runs, which decides what is compiled; processes with the same use share the compiled code
 */
export function loadPrograms(use: string): typeof Programs {
  const bytes = readFileSync(BUNDLE);
  const { NODE_COMPILE_CACHE: folder, NODE_DISABLE_COMPILE_CACHE: isOff } = process.env;
  // The tag changes with V8's version, its flags and the processor.
  const name = `${crc32(bytes).toString(36)}-${cachedDataVersionTag().toString(36)}-${use}.compiled`;
  const compiledFile = join(folder === undefined || folder === '' ? dirname(BUNDLE) : folder, name);
  const cachedData = isOff ? undefined : readCompiled(compiledFile);
  // The bundle is ASCII, so it takes one byte per character in memory as well.
  const script = new Script(Module.wrap(bytes.toString('latin1')), {
    filename: BUNDLE,
    ...(cachedData && { cachedData }),
  });
  if (!isOff && script.cachedDataRejected !== false) storeOnceStarted(script, compiledFile);
  const module = { exports: {} as typeof Programs };
  const run = script.runInThisContext() as (...parameters: readonly unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(BUNDLE), module, BUNDLE, dirname(BUNDLE));
  return module.exports;
}

/** Returns undefined if there is no file, or if a byte of it has changed, because V8 trusts what it reads. */
function readCompiled(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const data = bytes.subarray(CHECKSUM_BYTES);
    return crc32(data) === bytes.readUInt32LE() ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the compiled code some time after the start, or when the program ends before that. */
function storeOnceStarted(script: Script, file: string): void {
  const isDamaged = existsSync(file);
  const store = (): void => {
    clearTimeout(timer);
    process.off('exit', store);
    // If several programs start at once, the first one stores it.
    if (isDamaged || !existsSync(file)) writeCompiled(script.createCachedData(), file);
  };
  const timer = setTimeout(store, STARTED_MS).unref();
  process.once('exit', store);
}

/** If it cannot be written, the next start only takes longer. */
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
