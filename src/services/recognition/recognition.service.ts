import type { EntityConflict, RecognisedEntity } from '../../domain/chatbot/recognition/entity-index';
import type { IntentRules } from '../../domain/chatbot/recognition/dialogue';
import type { IntentMatch } from '../../domain/chatbot/recognition/intent-index';
import type { Resource, ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { canonicalTag, primaryLanguage } from '../../domain/dictionary/dictionary-languages';
import { allChecked, invalid } from '../../shared/faults';
import { lengthOf, nfc } from '../../shared/text';
import type { Viewer } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import { tenantOwns } from '../applications/tenant-scope';
import type { DictionaryValuesPage, ValuesRequest } from './dictionary-values';
import { type ReadyField, ReadyFields, type SourceState } from './ready-fields';

/** Longest text in which something is recognised, in code points. */
const LONGEST_TEXT = 1000;

/** The entities and intents recognised in a text. */
export interface Recognition {
  readonly text: string;
  readonly language: string | null;
  readonly entities: readonly RecognisedEntity[];
  readonly intent: IntentMatch;
}

/** The same, with what the bot does for its intents. */
export interface RecognitionWithRules extends Recognition {
  readonly rules: ReadonlyMap<string, IntentRules>;
}

/** Report on the entities of a field. */
export interface EntityReport {
  readonly sources: readonly SourceState[];
  readonly conflicts: readonly EntityConflict[];
}

/** Most conflicts of a report. */
const MOST_CONFLICTS = 100;

const FIELD = resourceTypeNamed('Field');

interface GivenMessage {
  readonly text: string;
  readonly language?: string | undefined;
}

/** Recognises entities and intents of a field in what people write. */
export class RecognitionService {
  private readonly fields: ReadyFields;

  constructor(private readonly storage: Pick<Storage, 'resources' | 'changes' | 'dictionaries'>) {
    this.fields = new ReadyFields(storage);
  }

  /**
   * @param given language: tag (BCP 47) of the text. Without it, entities and utterances of all languages count
   * @returns `undefined` when the field does not exist for the viewer
   * @throws Failure INVALID_INPUT, TOO_LARGE
   */
  async recognise(
    viewer: Viewer,
    field: ResourceKey,
    given: GivenMessage,
  ): Promise<RecognitionWithRules | undefined> {
    const { text, language } = checkedMessage(given);
    const ready = await this.ready(viewer, field, language);
    if (ready === undefined) return undefined;
    const { entities, intents, rules } = ready;
    const found = { entities: entities.find(text), intent: intents.find(text), rules };
    return { text, language: language ?? null, ...found };
  }

  /**
   * Report on the values that the entities of a field take from dictionaries, and on spellings that match several values.
   *
   * @returns `undefined` when the field does not exist for the viewer
   * @throws Failure INVALID_INPUT, TOO_LARGE
   */
  async report(
    viewer: Viewer,
    field: ResourceKey,
    given: { readonly language?: string | undefined; readonly most: number },
  ): Promise<EntityReport | undefined> {
    const ready = await this.ready(viewer, field, checkedLanguage(given.language));
    if (ready === undefined) return undefined;
    const most = Math.max(1, Math.min(given.most, MOST_CONFLICTS));
    return { sources: ready.sources, conflicts: ready.entities.conflicts(most) };
  }

  /**
   * The values that an entity gets from a dictionary, in the order of article numbers.
   *
   * @returns `undefined` when it has no source
   * @throws Failure TOO_LARGE
   */
  valuesFrom(entity: Resource, page: ValuesRequest): Promise<DictionaryValuesPage | undefined> {
    return this.fields.valuesFrom(entity, page);
  }

  private async ready(
    viewer: Viewer,
    field: ResourceKey,
    language: string | undefined,
  ): Promise<ReadyField | undefined> {
    if (!(await this.isThere(viewer, field))) return undefined;
    // Regions and scripts make no difference to what is read of a field.
    return this.fields.get(field, language === undefined ? undefined : primaryLanguage(language));
  }

  private async isThere(viewer: Viewer, field: ResourceKey): Promise<boolean> {
    if (!tenantOwns(viewer, field)) return false;
    return (await this.storage.resources.find(FIELD, [field])).length > 0;
  }
}

/** @throws Failure INVALID_INPUT with all that is wrong */
export function checkedMessage({ text, language }: GivenMessage) {
  const [message, tag] = allChecked(
    () => checkedText(text),
    () => checkedLanguage(language),
  );
  return { text: message, language: tag };
}

function checkedText(given: string): string {
  const text = nfc(given).trim();
  const length = lengthOf(text);
  if (length === 0 || length > LONGEST_TEXT)
    throw invalid('text', `text must have 1 to ${LONGEST_TEXT} characters`);
  return text;
}

function checkedLanguage(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const tag = canonicalTag(given);
  if (tag === undefined) throw invalid('language', 'language must be a language tag (BCP 47), such as sw');
  return tag;
}
