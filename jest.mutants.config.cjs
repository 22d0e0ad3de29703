const base = require('./jest.config.cjs');

/** The tests that judge mutants: unit tests, and the contract tests that need no process but the engine. */
const FOLDERS = 'test/unit,test/storage,test/contract/graphql,test/contract/rest';

module.exports = {
  ...base,
  // Those of a whole run count what all tests have asked of the engine.
  reporters: [],
  setupFilesAfterEnv: [],
  testMatch: (process.env.MUTANTS_TESTS ?? FOLDERS)
    .split(',')
    .map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
};
