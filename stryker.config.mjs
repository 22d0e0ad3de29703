/** Mutants of the layers that hold the rules. `npm run mutants` chooses the files and the time (scripts/mutants.mjs). */
export default {
  testRunner: 'few-files',
  plugins: ['@stryker-mutator/jest-runner', './scripts/mutants/few-files-runner.mjs'],
  jest: { configFile: 'jest.mutants.config.cjs' },
  coverageAnalysis: 'perTest',
  // Most texts are descriptions and messages, which no test has to know.
  mutator: { excludedMutations: ['StringLiteral'] },
  // What runs once, when a module is loaded, would cost a whole run of all tests for each mutant.
  ignoreStatic: true,
  ignorePatterns: ['.stryker', '/docs/pictures'],
  tempDirName: '.stryker/tmp',
  // Each result is written when it is known, so that a run can be ended at any time.
  reporters: ['event-recorder'],
  eventReporter: { baseDir: '.stryker/events' },
  concurrency: 2,
  // What a module keeps of one mutant must not reach the next: modules are loaded once in a process.
  maxTestRunnerReuse: 1,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
  allowConsoleColors: false,
  logLevel: 'warn',
};
