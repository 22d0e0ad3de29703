import { SEARCH_KEYS_VERSION } from '../../domain/search/search-keys';
import { HalfLoadedError } from '../dump/load-marker';
import { NewerDataError, usableFormat } from '../migrations/migrate';
import { KNOWN_FORMAT } from '../migrations/migrations';
import { REINDEX } from '../migrations/reindex';
import type { SystemRecord } from '../records';
import { type Check, unrepairable } from './integrity-check';

/** Checks that the data have the format of this program; other checks require it. */
export const FORMAT_CHECK: Check = {
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
export const REINDEX_CHECK: Check = {
  name: 'search keys',
  run: async function* ({ models }) {
    const record = await models.system.findOne({ _id: REINDEX }).lean<SystemRecord>();
    const isEmpty = (await models.articles.findOne({}, { _id: 1 }).lean()) === null;
    if (!isEmpty && record?.progress !== undefined)
      yield unrepairable('The rebuild of the search keys was interrupted', 'Run `npm run reindex`.');
    else if (!isEmpty && record?.version !== SEARCH_KEYS_VERSION)
      yield unrepairable('The search keys have another version than this program', 'Run `npm run reindex`.');
    return `version ${SEARCH_KEYS_VERSION}`;
  },
};
