// Classes with decorators need it, so programs and test files load it first.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import type fastCheck from 'fast-check';

const { testPath = '' } = expect.getState();

/** Only commands of the gateway to the embedded database count as use: see scripts/profile-check.cjs. */
if (/[\\/]packages[\\/]embedded-database[\\/]/.test(testPath)) delete process.env['GRIOT_PROFILE_LOG'];

/** Properties are tested with the same inputs in every run; PROPERTY_SEED selects others. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_122);

// The library loads slowly, and few files need it.
if (readFileSync(testPath, 'utf8').includes("from 'fast-check'")) {
  const { default: fc } = jest.requireActual<{ default: typeof fastCheck }>('fast-check');
  fc.configureGlobal({ seed: SEED });
}

/** The warnings of Node.js about listeners that are never removed. */
const leaks: string[] = [];
const addFailure = ({ name, stack }: Error) => {
  if (name === 'MaxListenersExceededWarning') leaks.push(stack ?? name);
};
const assertNone = () => {
  expect(leaks.splice(0)).toEqual([]);
};

process.on('warning', addFailure);
afterEach(assertNone);
afterAll(() => {
  process.off('warning', addFailure);
  assertNone();
});
