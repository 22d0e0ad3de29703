/**
 * A jest reporter that checks the feature set of the embedded database: during a run of all tests, the gateway must have used every
 * feature of the engine, and none that the engine refuses. The engines log the features that they are asked for
 * (GRIOT_PROFILE_LOG). The engines of the tests in packages/embedded-database do not (test/support/each-file.ts), because a feature
 * that the gateway never uses is not needed.
 */
const { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');

/** Refused features that the gateway requests only to find out whether the database has them. */
const TRIED = new Set(['refused aggregation stage $changeStream']);

/** The features of the engine that the log does not contain, and the requests that it refused. */
function compare(features, log) {
  const lines = new Set(log.split('\n').filter(Boolean));
  return {
    unused: features.filter((feature) => !lines.has(feature)),
    refused: [...lines].filter((line) => line.startsWith('refused ') && !TRIED.has(line)),
  };
}

function problemsOf({ unused, refused }) {
  return [
    ['The embedded database has features that nothing uses', unused],
    ['The embedded database was asked for what it refuses', refused],
  ].flatMap(([sentence, names]) => (names.length === 0 ? [] : [`${sentence}: ${names.join(', ')}`]));
}

/** All features of the engine, from the tables of the compiled engine. */
function supported() {
  return require('@griot/embedded-database/features').features();
}

function numberOfTestFiles() {
  return ['test', 'packages/embedded-database/test']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }))
    .filter((name) => name.endsWith('.test.ts')).length;
}

module.exports = class ProfileCheck {
  constructor({ testNamePattern }) {
    this.isPartial = Boolean(testNamePattern) || Boolean(process.env.MONGODB_URI);
    this.problems = [];
  }

  onRunStart() {
    this.folder = mkdtempSync(join(tmpdir(), 'griot-profile-'));
    process.env.GRIOT_PROFILE_LOG = join(this.folder, 'log');
  }

  onRunComplete(_contexts, { testResults }) {
    const log = process.env.GRIOT_PROFILE_LOG;
    if (!this.isPartial && testResults.length >= numberOfTestFiles()) {
      const features = supported();
      this.problems = problemsOf(compare(features, existsSync(log) ? readFileSync(log, 'utf8') : ''));
      const content = [`The embedded database has ${features.length} features, and all are used`];
      for (const line of this.problems.length > 0 ? this.problems : content)
        process.stderr.write(`${line}\n`);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Jest lets a run fail if a reporter returns an error here. */
  getLastError() {
    return this.problems.length > 0 ? new Error(this.problems.join('\n')) : undefined;
  }
};

module.exports.compare = compare;
module.exports.problemsOf = problemsOf;
