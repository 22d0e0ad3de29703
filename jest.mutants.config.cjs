const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const base = require('./jest.config.cjs');

/** The tests that judge mutants: those that need no process of their own. */
const FOLDERS = (process.env.MUTANTS_TESTS ?? 'test/unit,test/storage,test/contract').split(',');

/** Stryker learns from the environment of a file which of its tests run which mutant; a few files choose one of their own. */
const isOfItsOwn = (file) => readFileSync(file, 'utf8').includes('@jest-environment');

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(__dirname, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(__dirname, folder, name)),
);

module.exports = {
  ...base,
  testEnvironment: require.resolve('./test/runner/environment.cjs'),
  // Which tests import what is broken is known for files below the roots alone.
  roots: ['<rootDir>/src', '<rootDir>/packages', '<rootDir>/test'],
  // Those of a whole run count what all tests have asked of the engine.
  reporters: [],
  // Each mutant has several runs, in a folder that goes with them.
  globalTeardown: undefined,
  testMatch: files.filter((file) => !isOfItsOwn(file)),
};
