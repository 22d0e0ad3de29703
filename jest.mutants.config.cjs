const base = require('./jest.config.cjs');

/** The tests that judge mutants: those that need no process but the engine. */
const FOLDERS = 'test/unit,test/storage,test/contract';

module.exports = {
  ...base,
  // A mutant is in modules that are loaded for it.
  testEnvironment: 'node',
  runtime: undefined,
  // Which tests import what is broken is known for files below the roots alone.
  roots: ['<rootDir>/src', '<rootDir>/packages', '<rootDir>/test'],
  // Those of a whole run count what all tests have asked of the engine.
  reporters: [],
  // Each mutant has a run of its own, in the folder of the first.
  globalTeardown: undefined,
  setupFilesAfterEnv: [],
  testMatch: (process.env.MUTANTS_TESTS ?? FOLDERS)
    .split(',')
    .map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
};
