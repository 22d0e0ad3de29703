// Classes with decorators count on it. Programs load it first, and so does each file of tests, whichever of them comes first.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import type fastCheck from 'fast-check';

const { testPath = '' } = expect.getState();

/** Only what the gateway asks of the embedded database counts as use, see scripts/profile-check.cjs. */
if (/[\\/]packages[\\/]embedded-database[\\/]/.test(testPath)) delete process.env['GRIOT_PROFILE_LOG'];

/** Properties are tested with the same inputs in every run; PROPERTY_SEED selects others. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_122);

// To load the library takes long, and few files need it.
if (readFileSync(testPath, 'utf8').includes("from 'fast-check'")) {
  const { default: fc } = jest.requireActual<{ default: typeof fastCheck }>('fast-check');
  fc.configureGlobal({ seed: SEED });
}

/** What node has said about listeners that nobody removes. */
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
