import { alphabetOf } from '../../domain/alphabet/alphabet';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import { languagesIn, languagesOfIdentifier, NO_FACTS } from '../../domain/dictionary/dictionary-languages';
import { profileOf } from '../../domain/search/profiles';
import type { MigrationContext } from './migration';
import { requestReindex } from './reindex';

type Stored = Pick<DictionaryRecord, 'dictionaryId' | 'abbreviatedName' | 'searchProfileRevision'>;

/**
 * Gives every dictionary the languages of its headwords and its translations. Before, search read them from the
 * identifier. An identifier made of languages, such as `wol_fra_cisse`, gives them here for the last time. Any other
 * dictionary has no languages until an editor sets them.
 */
export async function giveLanguages({
  models,
  report,
}: Pick<MigrationContext, 'models' | 'report'>): Promise<void> {
  const { collection } = models.dictionaries;
  const without: string[] = [];
  for await (const found of collection.find({ scripts: { $exists: false } })) {
    const { dictionaryId, abbreviatedName, searchProfileRevision = 0 } = found as unknown as Stored;
    const facts = { ...NO_FACTS, ...(languagesIn(abbreviatedName) ?? languagesOfIdentifier(dictionaryId)) };
    if (facts.language === null) without.push(dictionaryId);
    const isReadAsBefore = hasSameLetters(dictionaryId, facts.language);
    const keys = isReadAsBefore ? {} : { searchProfileRevision: searchProfileRevision + 1 };
    if (!isReadAsBefore) await requestReindex(models, dictionaryId);
    await collection.updateOne({ _id: found._id }, { $set: { ...facts, ...keys } });
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
  const lettersOf = (one: string | null) => {
    const { distinct, letters, affixMarks } = profileOf({ dictionaryId, language: one });
    return [distinct, letters, affixMarks, alphabetOf({ language: one })];
  };
  const after = lettersOf(language);
  return lettersOf(code).every((value, i) => value === after[i]);
}
