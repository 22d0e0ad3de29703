import { trusted } from 'mongoose';
import { articleNumbers, latestSecond } from '../dictionaries/counters';
import { connect, type DatabaseAddress } from '../mongo/connection';
import { modelsOf } from '../models';
import { transactionsOf, COMMAND_TIME_LIMITS } from '../mongo/transaction';
import { ARTICLE_CHECK } from './check-articles';
import { BELONGINGS_CHECK } from './check-belongings';
import { COUNTER_CHECK, USAGE_CHECK } from './check-counters';
import { INDEX_CHECK } from './check-indexes';
import { LIST_CHECK } from './check-lists';
import { NAME_CHECK } from './check-names';
import { MEDIA_CHECK, OFFLINE_CHECK } from './check-stored-files';
import { RESOURCE_CHECK } from './check-resources';
import { SEQUENCE_CHECK } from './check-sequences';
import { type Check, type IntegrityProblem, unrepairable } from './integrity-check';
import { SEARCH_KEYS_VERSION } from '../../domain/search/search-keys';
import { HalfLoadedError } from '../dump/load-marker';
import { NewerDataError, usableFormat } from '../migrations/migrate';
import { KNOWN_FORMAT } from '../migrations/migrations';
import { REINDEX_RECORD } from '../migrations/reindex';
import type { SystemRecord } from '../records';

/** Checks that the data have the format of this program; other checks require it. */
const FORMAT_CHECK: Check = {
  name: 'format',
  run: async function* ({ models }) {
    try {
      const { version } = await usableFormat(models, KNOWN_FORMAT);
      if (version === 0)
        yield unrepairable('The database contains no Griot data', 'Run `npm start` or `npm run migrate`.');
      else if (version < KNOWN_FORMAT)
        yield unrepairable(
          `The data have format ${version}; this version of Griot requires format ${KNOWN_FORMAT}`,
          'Run `npm run migrate`.',
        );
      return `version ${version}`;
    } catch (error) {
      if (!(error instanceof NewerDataError) && !(error instanceof HalfLoadedError)) throw error;
      yield unrepairable('The data are unusable', error.message);
      return 'unusable';
    }
  },
};

/** Checks that the last `reindex` used the rules of this program and completed. */
const REINDEX_CHECK: Check = {
  name: 'search keys',
  run: async function* ({ models }) {
    const record = await models.system.findOne({ _id: REINDEX_RECORD }).lean<SystemRecord>();
    const isEmpty = (await models.articles.findOne({}, { _id: 1 }).lean()) === null;
    if (!isEmpty && record?.progress !== undefined)
      yield unrepairable('The rebuild of the search keys was interrupted', 'Run `npm run reindex`.');
    else if (!isEmpty && record?.version !== SEARCH_KEYS_VERSION)
      yield unrepairable('The search keys have another version than this program', 'Run `npm run reindex`.');
    return `version ${SEARCH_KEYS_VERSION}`;
  },
};

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
  MEDIA_CHECK,
  USAGE_CHECK,
];

/** The counters of all dictionaries, by the beginning of their names. */
const DICTIONARY_COUNTERS = { _id: trusted({ $gte: articleNumbers(''), $lt: 'article;' }) };

/** The result of a check. */
export interface CheckResult {
  readonly check: string;
  /** Number of checked objects, in words. */
  readonly summary: string;
  readonly problems: readonly IntegrityProblem[];
}

/** Checks the integrity of a database. */
export interface Doctor {
  /**
   * Runs all checks in order; only the first if the data have another format.
   *
   * @param repairs whether to repair problems; if false, nothing is written
   */
  readonly examine: (repairs: boolean) => AsyncGenerator<CheckResult>;
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
  const transact = transactionsOf(connection, { timeLimits: COMMAND_TIME_LIMITS });
  return {
    examine: async function* (repairs) {
      const format = await checkResultOf(FORMAT_CHECK, { models, transact, repairs });
      yield format;
      if (format.problems.length > 0) return;
      for (const check of CHECKS) {
        const outcome = await checkResultOf(check, { models, transact, repairs });
        // Clients may have cached lists with the repaired errors.
        if (outcome.problems.some(({ isRepaired }) => isRepaired))
          await models.counters.updateMany(DICTIONARY_COUNTERS, {
            $inc: { touched: 1 },
            $set: { changedAt: latestSecond() },
          });
        yield outcome;
      }
    },
    close: () => connection.destroy(),
  };
}

async function checkResultOf(
  check: Check,
  integrityCheck: Parameters<Check['run']>[0],
): Promise<CheckResult> {
  const problems: IntegrityProblem[] = [];
  const findings = check.run(integrityCheck);
  for (;;) {
    const { done, value } = await findings.next();
    if (done === true) return { check: check.name, summary: value, problems };
    problems.push(value);
  }
}
