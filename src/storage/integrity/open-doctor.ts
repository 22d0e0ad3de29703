import { trusted } from 'mongoose';
import { articleNumbers } from '../dictionaries/counters';
import { connect, type DatabaseAddress } from '../mongo/connection';
import { modelsOf } from '../models';
import { BATCH_PATIENCE } from '../mongo/patience';
import { transactionsOf } from '../mongo/transaction';
import { ARTICLE_CHECK } from './check-articles';
import { BELONGINGS_CHECK } from './check-belongings';
import { COUNTER_CHECK } from './check-counters';
import { FORMAT_CHECK, REINDEX_CHECK } from './check-format';
import { INDEX_CHECK } from './check-indexes';
import { LIST_CHECK } from './check-lists';
import { NAME_CHECK } from './check-names';
import { RESOURCE_CHECK } from './check-resources';
import { OFFLINE_CHECK } from './check-offline';
import { SEQUENCE_CHECK } from './check-sequences';
import { USAGE_CHECK } from './check-usage';
import type { Check, Problem } from './integrity-check';

/** The order matters: later checks read what earlier checks repair. */
const CHECKS: readonly Check[] = [
  INDEX_CHECK,
  ARTICLE_CHECK,
  LIST_CHECK,
  REINDEX_CHECK,
  BELONGINGS_CHECK,
  COUNTER_CHECK,
  SEQUENCE_CHECK,
  OFFLINE_CHECK,
  NAME_CHECK,
  RESOURCE_CHECK,
  USAGE_CHECK,
];

/** The counters of all dictionaries, by the beginning of their names. */
const OF_DICTIONARIES = { _id: trusted({ $gte: articleNumbers(''), $lt: 'article;' }) };

/** The result of a check. */
export interface Outcome {
  readonly check: string;
  /** How much was checked, in words. */
  readonly looked: string;
  readonly problems: readonly Problem[];
}

/** Checks the integrity of a database. */
export interface Doctor {
  /**
   * Runs all checks in order; only the first if the data have another format.
   *
   * @param mends whether to repair problems; if false, nothing is written
   */
  readonly examine: (mends: boolean) => AsyncGenerator<Outcome>;
  readonly close: () => Promise<void>;
}

/**
 * Connects without changing anything: no migration, no index.
 *
 * @throws Error with a sentence for the operator when the database is away or standalone
 */
export async function openDoctor(address: DatabaseAddress): Promise<Doctor> {
  const connection = await connect(address);
  const models = modelsOf(connection);
  const transact = transactionsOf(connection, { patience: BATCH_PATIENCE });
  return {
    examine: async function* (mends) {
      const format = await outcomeOf(FORMAT_CHECK, { models, transact, mends });
      yield format;
      if (format.problems.length > 0) return;
      for (const check of CHECKS) {
        const outcome = await outcomeOf(check, { models, transact, mends });
        // Clients may have lists that show what was wrong.
        if (outcome.problems.some(({ isMended }) => isMended))
          await models.counters.updateMany(OF_DICTIONARIES, { $inc: { touched: 1 } });
        yield outcome;
      }
    },
    close: () => connection.close(),
  };
}

async function outcomeOf(check: Check, integrityCheck: Parameters<Check['run']>[0]): Promise<Outcome> {
  const problems: Problem[] = [];
  const findings = check.run(integrityCheck);
  for (;;) {
    const { done, value } = await findings.next();
    if (done === true) return { check: check.name, looked: value, problems };
    problems.push(value);
  }
}
