import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { MongoClient } from 'mongodb';
import { openEmbeddedDatabase } from '../../src/client/launch';
import { Engine } from './engine';
import { compareOn, DifferenceError, type Pair, type Tally } from './runner';
import { scriptOf } from './script';
import type { Step } from './script';
import { sequence } from './sequence';

/**
 * Compares the embedded engine with a reference database, DIFFERENTIAL_URI. Both receive the same random commands.
 * DIFFERENTIAL_RUNS is the number of sequences, each of about 15 commands; DIFFERENTIAL_SEED repeats a run;
 * DIFFERENTIAL_SUBJECT_URI names a database to test instead of the embedded one, for example to check the reference database.
 */
const { DIFFERENTIAL_URI: referenceUri, DIFFERENTIAL_SUBJECT_URI: subjectUri } = process.env;
const RUNS = Number(process.env['DIFFERENTIAL_RUNS'] ?? 150);
const SEED = Number(process.env['DIFFERENTIAL_SEED'] ?? Date.now() % 1_000_000_000);

interface Worlds {
  readonly reference: MongoClient;
  readonly subject: MongoClient;
  readonly end: () => Promise<void>;
}

async function open(): Promise<Worlds> {
  const dataDir = mkdtempSync(join(tmpdir(), 'differential-'));
  const embedded = subjectUri === undefined ? await openEmbeddedDatabase({ dataDir }) : undefined;
  const reference = new MongoClient(referenceUri ?? '', { raw: true });
  const subject = new MongoClient(embedded?.uri ?? subjectUri ?? '', { raw: true });
  await Promise.all([reference.connect(), subject.connect()]);
  const end = async () => {
    await Promise.all([reference.close(), subject.close()]);
    await embedded?.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { reference, subject, end };
}

if (referenceUri === undefined) {
  test('the embedded engine is compared with another one only where DIFFERENTIAL_URI names it', () => {
    expect(referenceUri).toBeUndefined();
  });
} else {
  test('the embedded engine answers random commands as another engine does', async () => {
    const engines = await open();
    const tally: Tally = { commands: 0, refused: 0, documents: 0, excused: new Map() };
    let collections = 0;
    const pairs = (): Pair => {
      const collection = `c${collections++}`;
      const names = [`differential_${process.pid}`, collection] as const;
      return {
        reference: new Engine(engines.reference, ...names),
        subject: new Engine(engines.subject, `${names[0]}s`, collection),
      };
    };
    const compared = fc.asyncProperty(sequence, async (steps) => {
      const pair = pairs();
      try {
        await compareOn(pair, steps, tally);
      } finally {
        await Promise.all([pair.reference.drop(), pair.subject.drop()]);
      }
    });

    const found = await fc.check(compared, { seed: SEED, numRuns: RUNS });
    await engines.end();

    process.stderr.write(
      `differential: ${tally.commands} commands (${tally.refused} failed on both, ${tally.documents} documents read), DIFFERENTIAL_SEED=${SEED} DIFFERENTIAL_RUNS=${RUNS}\n` +
        [...tally.excused].map(([reason, times]) => `  ${times} times: ${reason}\n`).join(''),
    );
    if (found.failed) throw new Error(reportOf(found));
    expect(tally.refused / tally.commands).toBeLessThan(0.2);
    expect(tally.documents / tally.commands).toBeGreaterThan(0.2);
  }, 3_600_000);
}

function reportOf({ counterexample, errorInstance }: fc.RunDetails<[readonly Step[]]>): string {
  const why = errorInstance instanceof DifferenceError ? errorInstance.message : inspect(errorInstance);
  return `the engines differ\n${scriptOf(counterexample?.[0] ?? [])}\n\n${why}`;
}
