import { readFileSync } from 'node:fs';
import type fastCheck from 'fast-check';

/** Properties are tested with the same inputs in every run; PROPERTY_SEED selects others. */
const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_261_122);

const { testPath = '' } = expect.getState();
// To load the library takes long, and few files need it.
if (readFileSync(testPath, 'utf8').includes("from 'fast-check'")) {
  const { default: fc } = jest.requireActual<{ default: typeof fastCheck }>('fast-check');
  fc.configureGlobal({ seed: SEED });
}
