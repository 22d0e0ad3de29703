import { alphabetOf } from '../../domain/alphabet/alphabet';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import { languagesIn, languagesOfIdentifier, NO_FACTS } from '../../domain/dictionary/dictionary-languages';
import { profileOf } from '../../domain/search/profiles';
import { giveSequence, pairLists, readDefinitions, readMoreFields, readSenses } from './article-migrations';
import { completeFirstApplications, completeFirstUsers, countUsage, fillSkeletons } from './complete-records';
import type { Migration, MigrationContext } from './migration';
import { requestReindex } from './reindex';

type Stored = Pick<DictionaryRecord, 'dictionaryId' | 'abbreviatedName' | 'searchProfileRevision'>;

/**
 * Gives every dictionary the languages of its headwords and its translations. Before, search read them from the
 * identifier. An identifier made of languages, such as `wol_fra_cisse`, gives them here for the last time. Any other
 * dictionary has no languages until an editor sets them.
 */
async function giveLanguages({ models, report }: Pick<MigrationContext, 'models' | 'report'>): Promise<void> {
  const { collection } = models.dictionaries;
  const without: string[] = [];
  for await (const dictionary of collection.find({ scripts: { $exists: false } })) {
    const { dictionaryId, abbreviatedName, searchProfileRevision = 0 } = dictionary as unknown as Stored;
    const facts = { ...NO_FACTS, ...(languagesIn(abbreviatedName) ?? languagesOfIdentifier(dictionaryId)) };
    if (facts.language === null) without.push(dictionaryId);
    const isReadAsBefore = hasSameLetters(dictionaryId, facts.language);
    const keys = isReadAsBefore ? {} : { searchProfileRevision: searchProfileRevision + 1 };
    if (!isReadAsBefore) await requestReindex(models, dictionaryId);
    await collection.updateOne({ _id: dictionary._id }, { $set: { ...facts, ...keys } });
  }
  if (without.length > 0)
    report(
      `These dictionaries have no language of headwords: ${without.slice(0, 20).join(', ')}${without.length > 20 ? ' …' : ''}. ` +
        'Give them one with updateDictionary.',
    );
}

/**
 * Whether a language has the same letters for search as the beginning of the identifier. No other part of the
 * identifier affects keys.
 */
function hasSameLetters(dictionaryId: string, language: string | null): boolean {
  const [code = ''] = dictionaryId.split(/[_-]/);
  const lettersOf = (language: string | null) => {
    const { distinct, letters, affixMarks } = profileOf({ dictionaryId, language });
    return [distinct, letters, affixMarks, alphabetOf({ language })];
  };
  const after = lettersOf(language);
  return lettersOf(code).every((value, i) => value === after[i]);
}

/** All migrations, in order. A new one goes to the end; one that has been released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'collections and indexes',
    isSafeForOlderGateways: true,
  },
  {
    number: 2,
    name: 'accounts that log in',
    isSafeForOlderGateways: false,
    run: ({ models }) => completeFirstUsers(models),
  },
  {
    number: 3,
    name: 'applications and what they own',
    isSafeForOlderGateways: false,
    run: ({ models }) => completeFirstApplications(models),
  },
  {
    number: 4,
    name: 'indexes of search keys that leave hidden articles out',
    isSafeForOlderGateways: true,
  },
  {
    number: 5,
    name: 'lists of a part with a language or a category',
    isSafeForOlderGateways: false,
    run: pairLists,
  },
  {
    number: 6,
    name: 'names that look the same',
    isSafeForOlderGateways: true,
    run: fillSkeletons,
  },
  {
    number: 7,
    name: 'what applications, dictionaries and writers of comments store',
    isSafeForOlderGateways: false,
    run: ({ models }) => countUsage(models),
  },
  {
    number: 8,
    name: 'answers kept for retries',
    isSafeForOlderGateways: true,
  },
  {
    number: 9,
    name: 'indexes of comments, users, applications and audit entries by what is filtered',
    isSafeForOlderGateways: true,
  },
  {
    number: 10,
    name: 'typed reading of senses, definitions and relations; imported entries beside the source',
    isSafeForOlderGateways: false,
    run: readSenses,
  },
  {
    number: 11,
    name: 'the vocabulary of translations',
    isSafeForOlderGateways: true,
  },
  {
    number: 12,
    name: 'the index of words in examples, definitions and notes',
    isSafeForOlderGateways: true,
  },
  {
    number: 13,
    name: 'the index of articles by the alphabet of their dictionary',
    isSafeForOlderGateways: true,
  },
  {
    number: 14,
    name: 'searches that found nothing',
    isSafeForOlderGateways: true,
  },
  {
    number: 15,
    name: 'languages of dictionaries',
    isSafeForOlderGateways: false,
    run: giveLanguages,
  },
  {
    number: 16,
    name: 'one index of precise search keys',
    isSafeForOlderGateways: true,
  },
  {
    number: 17,
    // Gateways cache list segments, and detect a split by this field.
    name: 'list segments that get another _id when they are split',
    isSafeForOlderGateways: false,
  },
  {
    number: 18,
    name: 'imports, what they changed, and uploaded files',
    isSafeForOlderGateways: true,
  },
  {
    number: 19,
    // Older gateways would store articles without a sequence number.
    name: 'a sequence of changes for every dictionary',
    isSafeForOlderGateways: false,
    run: giveSequence,
  },
  {
    number: 20,
    name: 'members of dictionaries',
    isSafeForOlderGateways: true,
  },
  {
    number: 21,
    name: 'files of copies of dictionaries for devices',
    isSafeForOlderGateways: true,
  },
  {
    number: 22,
    // Older gateways would not delete the proposals of a deleted article.
    name: 'proposals',
    isSafeForOlderGateways: false,
  },
  {
    number: 23,
    name: 'the index of articles by the time of their last change',
    isSafeForOlderGateways: true,
  },
  {
    number: 24,
    // Older gateways would not delete the deliveries of a deleted application; these expire.
    name: 'messages of channels, and answers on their way to them',
    isSafeForOlderGateways: true,
  },
  {
    number: 25,
    // Older gateways would not delete the recordings of a deleted article.
    name: 'recordings and pictures',
    isSafeForOlderGateways: false,
  },
  {
    number: 26,
    // Older gateways would only not delay answers to the same person.
    name: 'an index of the answers to a person',
    isSafeForOlderGateways: true,
  },
  {
    number: 27,
    // Older gateways would delete a dictionary without changing the state of its lists, which newer gateways would take
    // for unchanged.
    name: 'lists that change with their dictionary',
    isSafeForOlderGateways: false,
  },
  {
    number: 28,
    // Older gateways would only leave what they write among the members without a field.
    name: 'senses of variants and forms, and pronunciation and tone of entries',
    isSafeForOlderGateways: true,
    run: readMoreFields,
  },
  {
    number: 29,
    // Older gateways would only leave what they write among the members without a field.
    name: 'definitions of entries and of their senses',
    isSafeForOlderGateways: true,
    run: readDefinitions,
  },
];

/** The format of data to which all migrations have been applied. */
export const KNOWN_FORMAT = MIGRATIONS.at(-1)?.number ?? 0;
