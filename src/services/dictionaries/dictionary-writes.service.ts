import {
  dictionaryIdFrom,
  type Dictionary,
  type DictionaryDescription,
  type DictionaryRecord,
  EMPTY_METADATA,
} from '../../domain/dictionary/dictionary';
import {
  checkedFacts,
  type DictionaryFacts,
  type FactsInput,
  languagesIn,
} from '../../domain/dictionary/dictionary-languages';
import { MAX_METADATA_TEXT_LENGTH } from '../../domain/values/bounds';
import { checkedProfile, type GivenProfile } from '../../domain/search/search-profile';
import { Failure } from '../../shared/failure';
import { allChecked, checkedMembers, inputFailure, inMember, invalid } from '../../shared/faults';
import { lengthOf, nfc } from '../../shared/text';
import { DICTIONARY_NUMBERS } from '../../storage/dictionaries/counters';
import type { Storage } from '../../storage/storage';
import { type DictionaryService, dictionaryNotFound } from './dictionary.service';
import { type RevisionCondition, checkRevision, retryOnConflict, tooManyWriters } from '../write-conflicts';

type Texts = Partial<Omit<DictionaryDescription, 'dictionaryId' | 'searchProfile' | keyof DictionaryFacts>>;

/** Changes to the metadata; omitted fields keep their value. */
export interface DictionaryEdit extends Texts, FactsInput {
  readonly acceptsSuggestions?: boolean | null | undefined;
  readonly searchProfile?: GivenProfile | null | undefined;
}

export interface DictionaryInput extends DictionaryEdit {
  readonly publicId?: string | null | undefined;
}

/** Writes the metadata of dictionaries. The access table lets admins create and delete them, and their owners change them. */
export class DictionaryWrites {
  constructor(
    private readonly storage: Pick<Storage, 'dictionaries' | 'dictionaryRemoval' | 'counters'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /**
   * Creates a dictionary.
   *
   * @throws Failure DICTIONARY_UNNAMED, INVALID_INPUT, CONFLICT when the identifier exists
   */
  async create({ publicId: idInput, ...edit }: DictionaryInput): Promise<Dictionary> {
    const [changes, chosenId] = allChecked(
      () => checkedEdit(edit),
      () => inMember('publicId', () => (idInput == null ? undefined : dictionaryIdFrom(idInput, 'publicId'))),
    );
    const checked = { ...EMPTY_METADATA, ...languagesIn(changes.abbreviatedName ?? null), ...changes };
    const dictionaryId = chosenId ?? dictionaryIdMadeOf(checked);
    const idConflict = inputFailure('CONFLICT', 'publicId', `Dictionary ${dictionaryId} already exists`);
    // The unique index decides. The earlier check avoids a transaction, and using up a number, if the identifier is
    // known to be taken.
    if ((await this.storage.dictionaries.findMany([dictionaryId])).length > 0) throw idConflict;
    const now = new Date();
    const number = await this.storage.counters.take(DICTIONARY_NUMBERS);
    const dictionary = { dictionaryId, number, ...checked, revision: 1, createdAt: now, updatedAt: now };
    if (await this.storage.dictionaries.insert(dictionary)) return dictionary;
    throw idConflict;
  }

  /**
   * Changes the given fields of the metadata.
   *
   * @param condition on the current revision of the metadata
   * @throws Failure DICTIONARY_NOT_FOUND, INVALID_INPUT, REVISION_MISMATCH
   */
  async update(
    idOrNumber: string,
    edit: DictionaryEdit,
    condition: RevisionCondition = {},
  ): Promise<Dictionary> {
    const checked = checkedEdit(edit);
    const changed = await retryOnConflict(async () => {
      const before = await this.dictionaries.existing(idOrNumber);
      checkRevision(before.revision, condition, 'metadata');
      if (
        Object.entries(checked).every(([name, value]) => isUnchanged(before[name as keyof Dictionary], value))
      )
        return before;
      const revision = before.revision + 1;
      const after: DictionaryRecord = Object.assign({}, before, checked, { revision, updatedAt: new Date() });
      return (await this.storage.dictionaries.replace(before, after)) ? after : undefined;
    });
    if (changed === undefined) throw tooManyWriters();
    return changed;
  }

  /**
   * Deletes a dictionary with all its articles and what belongs to them, in one transaction.
   *
   * @param confirm the identifier once more
   * @throws Failure INVALID_INPUT when the two differ; DICTIONARY_NOT_FOUND
   */
  async remove(idOrNumber: string, confirm: string): Promise<Dictionary> {
    const dictionary = await this.dictionaries.existing(idOrNumber);
    if (nfc(confirm) !== dictionary.dictionaryId)
      throw invalid('confirm', 'confirm must be the identifier of the dictionary');
    if (await this.storage.dictionaryRemoval.remove(dictionary.dictionaryId)) return dictionary;
    throw dictionaryNotFound();
  }
}

function isUnchanged(before: unknown, after: unknown): boolean {
  return JSON.stringify(before ?? null) === JSON.stringify(after ?? null);
}

/**
 * The identifier of a new dictionary without a given one.
 *
 * @throws Failure DICTIONARY_UNNAMED; INVALID_INPUT that names the texts from which the identifier was derived
 */
function dictionaryIdMadeOf(description: Pick<Dictionary, 'abbreviatedName' | 'reviewYear'>): string {
  const made = derivedPublicId(description);
  try {
    return dictionaryIdFrom(made);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const message = `abbreviatedName and reviewYear would give the identifier "${made}": ${error.message}; set publicId`;
    throw inputFailure(error.reason, 'abbreviatedName', message);
  }
}

/** Source: interface decisions, section 5. */
function derivedPublicId({
  abbreviatedName,
  reviewYear,
}: Pick<Dictionary, 'abbreviatedName' | 'reviewYear'>): string {
  if (abbreviatedName === null || abbreviatedName === '')
    throw inputFailure('DICTIONARY_UNNAMED', 'publicId', 'publicId or abbreviatedName must be given');
  const year = reviewYear === null || reviewYear === '' ? String(new Date().getUTCFullYear()) : reviewYear;
  return `${abbreviatedName}_${year}`;
}

function checkedEdit({
  searchProfile,
  acceptsSuggestions,
  ...edit
}: DictionaryEdit): Partial<DictionaryDescription & Pick<DictionaryRecord, 'acceptsSuggestions'>> {
  const { language, scripts, targetLanguages, license, logo, ...texts } = edit;
  const [checked, facts, profile] = allChecked(
    () => textsFrom(texts),
    () => checkedFacts({ language, scripts, targetLanguages, license, logo }),
    () => inMember('searchProfile', () => searchProfile && checkedProfile(searchProfile)),
  );
  return {
    ...checked,
    ...facts,
    ...(profile === undefined ? {} : { searchProfile: profile }),
    ...(typeof acceptsSuggestions === 'boolean' && { acceptsSuggestions }),
  };
}

function textsFrom(texts: Texts): Texts {
  const textEntries = Object.entries(texts as Record<string, string | null | undefined>);
  const checks = textEntries.flatMap(([field, text]) =>
    text === undefined ? [] : [[field, () => checkedMetadataText(field, text)] as const],
  );
  return checkedMembers(Object.fromEntries(checks));
}

function checkedMetadataText(field: string, text: string | null): string | null {
  if (lengthOf(text ?? '') > MAX_METADATA_TEXT_LENGTH)
    throw invalid([], `${field} must have at most ${MAX_METADATA_TEXT_LENGTH} characters`);
  return text && nfc(text);
}
