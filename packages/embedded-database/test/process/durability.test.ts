import { rm } from 'node:fs/promises';
import { crashRepeatedly, WRITES_OF_ROUND } from './crash';
import { engineEnd, temporaryFolder } from '../support/engines';

/** Number of rounds. `npm run crash` runs more than an ordinary test run has time for. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);

/** Only for the embedded engine, because the test kills its process. */
describe('kill -9 of the engine under concurrent writers and transactions', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  afterEach(async () => {
    await engineEnd(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it(
    'loses no acknowledged write, halves no transaction, and keeps indexes consistent with documents; clients continue by themselves',
    async () => {
      const report = await crashRepeatedly(dataDir, ROUNDS);

      process.stdout.write(`${JSON.stringify(report)}\n`);
      expect(report.faults).toEqual([]);
      expect(report.acknowledgedWrites).toBeGreaterThan(WRITES_OF_ROUND * ROUNDS);
      expect(report.acknowledgedTransactions).toBeGreaterThanOrEqual(ROUNDS);
    },
    300_000 + ROUNDS * 60_000,
  );
});
