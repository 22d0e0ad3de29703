// A test runner for Stryker that runs jest only with the test files that execute a mutant, the fastest first, and stops at the first
// failure. Stryker's own runner loads, for each mutant, every test file that imports the changed file, which are most of them here.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strykerPlugins as ofJest } from '@stryker-mutator/jest-runner';

const [{ factory: jestRunner }] = ofJest;

/** Path of the tests of the first run, with their files and times, in the folder that all runners share. */
const TESTS = '.stryker-tests.json';

/** Number of test files in the first run of jest for a mutant. Each further run has twice as many. */
const FIRST_FILES = 2;

class FewFilesRunner {
  constructor(jest) {
    this.jest = jest;
    this.run = jest.run.bind(jest);
  }

  init() {
    return this.jest.init();
  }

  capabilities() {
    return this.jest.capabilities();
  }

  async dryRun(options) {
    const result = await this.jest.dryRun(options);
    const tests = (result.tests ?? []).map(({ id, fileName, timeSpentMs }) => [id, fileName, timeSpentMs]);
    writeFileSync(TESTS, JSON.stringify(tests));
    return result;
  }

  async mutantRun(options) {
    const files = filesWith(options.testFilter);
    let [first, count] = [0, FIRST_FILES];
    let result;
    do {
      result = await this.mutantRunOf(options, files.slice(first, first + count));
      [first, count] = [first + count, count * 2];
    } while (result.status === 'survived' && first < files.length);
    return result;
  }

  /** Removes the databases of interrupted tests at the end of the run. */
  async mutantRunOf(options, testFiles) {
    const parent = tmpdir();
    process.env.TMPDIR = mkdtempSync(join(parent, 'griot-tests-'));
    this.jest.run = (settings) => {
      // Modules that are already loaded read it here instead of from the environment variable.
      globalThis.__stryker__ ??= {};
      globalThis.__stryker__.activeMutant = options.activeMutant.id.toString();
      return this.run({ ...settings, testFiles });
    };
    try {
      return await this.jest.mutantRun(options);
    } finally {
      rmSync(process.env.TMPDIR, { recursive: true, force: true });
      process.env.TMPDIR = parent;
    }
  }
}

/** The files of some tests, the fastest first. */
function filesWith(ids) {
  const wanted = new Set(ids);
  const times = new Map();
  for (const [id, file, ms] of JSON.parse(readFileSync(TESTS, 'utf8')))
    if (ids === undefined || wanted.has(id)) times.set(file, (times.get(file) ?? 0) + ms);
  return [...times].sort(([, a], [, b]) => a - b).map(([file]) => file);
}

function fewFilesRunner(injector) {
  return new FewFilesRunner(injector.injectFunction(jestRunner));
}
fewFilesRunner.inject = ['$injector'];

export const strykerPlugins = [{ kind: 'TestRunner', name: 'few-files', factory: fewFilesRunner }];
