const { existsSync, mkdtempSync, statfsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { basename, join } = require('node:path');

/** Memory that a run of all tests needs for its databases at once, in bytes, and much to spare. */
const ENOUGH = 8_000_000_000;

const RUN = 'griot-tests-';

const cacheDirectory = `${tmpdir()}/griot-jest`;
// Databases of tests live for seconds, and a flush to a slow disk is most of what a write waits for. What survives a killed process
// survives it in memory too.
const inMemory = process.env.TMPDIR === undefined && freeIn('/dev/shm') > ENOUGH;
// A run has one folder for all its temporary files, which goes with it. This file may be read more than once in a run.
if (!basename(tmpdir()).startsWith(RUN))
  process.env.TMPDIR = mkdtempSync(join(inMemory ? '/dev/shm' : tmpdir(), RUN));

function freeIn(folder) {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

module.exports = {
  testEnvironment: '<rootDir>/test/runner/environment.cjs',
  runtime: '<rootDir>/test/runner/runtime.cjs',
  globalTeardown: '<rootDir>/test/runner/teardown.cjs',
  testSequencer: '<rootDir>/test/runner/sequencer.cjs',
  cacheDirectory,
  roots: ['<rootDir>/test', '<rootDir>/packages/embedded-database/test'],
  // One more than the two cores that are meant: much of the time goes to waiting for processes and disks.
  maxWorkers: 3,
  // On a busy machine a start of the server alone may take half a minute.
  testTimeout: 300_000,
  setupFilesAfterEnv: ['<rootDir>/test/support/each-file.ts'],
  reporters: ['default', '<rootDir>/scripts/profile-check.cjs', '<rootDir>/scripts/plain-count.cjs'],
  // The same compiler and settings (.swcrc) as the build; types are checked by `npm run check`.
  transform: { '^.+\\.ts$': '<rootDir>/test/runner/transform.cjs' },
};
