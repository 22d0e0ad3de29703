import { SEARCH_KEYS_VERSION } from '../../domain/search/search-keys';
import { HalfLoadedError } from '../dump/load-marker';
import { NewerDataError, usableFormat } from '../migrations/migrate';
import { KNOWN_FORMAT } from '../migrations/migrations';
import { REINDEX } from '../migrations/reindex';
import type { SystemRecord } from '../records';
import { type Check, unrepairable } from './integrity-check';

/** Whether the data have the format of this program. What else is wrong cannot be told from other data. */
export const FORMAT_CHECK: Check = {
  name: 'format',
  run: async function* ({ models }) {
    try {
      const { version } = await usableFormat(models, KNOWN_FORMAT);
      if (version === 0)
        yield unrepairable('The database holds no data of Griot', '`npm start` or `npm run migrate` begins.');
      else if (version < KNOWN_FORMAT)
        yield unrepairable(
          `The data have format ${version}, and this Griot knows ${KNOWN_FORMAT}`,
          'Run `npm run migrate`.',
        );
      return `version ${version}`;
    } catch (error) {
      if (!(error instanceof NewerDataError) && !(error instanceof HalfLoadedError)) throw error;
      yield unrepairable('The data cannot be used as they are', error.message);
      return 'unusable';
    }
  },
};

/** Whether the last pass over all search keys was by the rules of this program, and has ended. */
export const REINDEX_CHECK: Check = {
  name: 'rules of search',
  run: async function* ({ models }) {
    const record = await models.system.findOne({ _id: REINDEX }).lean<SystemRecord>();
    const isEmpty = (await models.articles.findOne({}, { _id: 1 }).lean()) === null;
    if (!isEmpty && record?.progress !== undefined)
      yield unrepairable('Making the search keys anew was interrupted', 'Run `npm run reindex`.');
    else if (!isEmpty && record?.version !== SEARCH_KEYS_VERSION)
      yield unrepairable('The search keys were made by rules of another version', 'Run `npm run reindex`.');
    return `version ${SEARCH_KEYS_VERSION}`;
  },
};
