import type { EntityConflict, RecognisedEntity } from '../../domain/chatbot/recognition/entity-index';
import type { IntentRules } from '../../domain/chatbot/recognition/intent-rules';
import type { IntentMatch } from '../../domain/chatbot/recognition/intent-index';
import type { Resource, ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { canonicalTag, primaryLanguage } from '../../domain/dictionary/dictionary-languages';
import { allChecked, invalid } from '../../shared/faults';
import { lengthOf, nfc } from '../../shared/text';
import type { Viewer } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import { isInTenantScope } from '../applications/tenant-scope';
import type { DictionaryValuesPage, ValuesPageRequest } from './dictionary-values';
import { FieldCache, type PreparedField, type SourceSummary } from './field-cache';

/** Maximum length of a text to recognise, in code points. */
const MAX_MESSAGE_LENGTH = 1000;

/** The entities and intents recognised in a text. */
export interface Recognition {
  readonly text: string;
  readonly language: string | null;
  readonly entities: readonly RecognisedEntity[];
  readonly intent: IntentMatch;
}

/** A recognition with the rules of the intents of the field, by name of the intent. */
export interface RecognitionWithRules extends Recognition {
  readonly rules: ReadonlyMap<string, IntentRules>;
}

/** The sources of the entities of a field, and the spellings that match several values of an entity. */
export interface EntityReport {
  readonly sources: readonly SourceSummary[];
  readonly conflicts: readonly EntityConflict[];
}

/** Maximum number of conflicts in a report. */
const MAX_CONFLICTS = 100;

const FIELD_TYPE = resourceTypeNamed('Field');

interface TextInput {
  readonly text: string;
  /** Tag (BCP 47) of the text. Without it, entities and utterances of all languages are recognised. */
  readonly language?: string | undefined;
}

/** Recognises the entities and intents of a field in texts. */
export class RecognitionService {
  private readonly fields: FieldCache;

  constructor(private readonly storage: Pick<Storage, 'resources' | 'changes' | 'dictionaries'>) {
    this.fields = new FieldCache(storage);
  }

  /**
   * Recognises the entities and the intent of a text.
   *
   * @returns `undefined` if the field does not exist for the viewer
   * @throws Failure INVALID_INPUT for an invalid text or language tag; TOO_LARGE if the field exceeds a limit of recognition
   */
  async recognise(
    viewer: Viewer,
    field: ResourceKey,
    input: TextInput,
  ): Promise<RecognitionWithRules | undefined> {
    const { text, language } = checkedInput(input);
    const prepared = await this.prepared(viewer, field, language);
    if (prepared === undefined) return undefined;
    return {
      text,
      language: language ?? null,
      entities: prepared.entities.find(text),
      intent: prepared.intents.find(text),
      rules: prepared.rules,
    };
  }

  /**
   * Reports the sources and conflicts of the entities of a field.
   *
   * @param options language: tag of the texts (BCP 47), by default any; maxCount: number of conflicts, from 1 to 100
   * @returns `undefined` if the field does not exist for the viewer
   * @throws Failure INVALID_INPUT for an invalid language tag; TOO_LARGE if the field exceeds a limit of recognition
   */
  async report(
    viewer: Viewer,
    field: ResourceKey,
    options: { readonly language?: string | undefined; readonly maxCount: number },
  ): Promise<EntityReport | undefined> {
    const prepared = await this.prepared(viewer, field, checkedLanguage(options.language));
    if (prepared === undefined) return undefined;
    const maxCount = Math.max(1, Math.min(options.maxCount, MAX_CONFLICTS));
    return { sources: prepared.sources, conflicts: prepared.entities.conflicts(maxCount) };
  }

  /** See `FieldCache.valuesFrom`. */
  valuesFrom(entity: Resource, page: ValuesPageRequest): Promise<DictionaryValuesPage | undefined> {
    return this.fields.valuesFrom(entity, page);
  }

  /** Regions and scripts of the language are ignored, so that fewer indexes are built. */
  private async prepared(
    viewer: Viewer,
    field: ResourceKey,
    language: string | undefined,
  ): Promise<PreparedField | undefined> {
    if (!(await this.exists(viewer, field))) return undefined;
    return this.fields.get(field, language === undefined ? undefined : primaryLanguage(language));
  }

  private async exists(viewer: Viewer, field: ResourceKey): Promise<boolean> {
    if (!isInTenantScope(viewer, field)) return false;
    return (await this.storage.resources.find(FIELD_TYPE, [field])).length > 0;
  }
}

/**
 * Normalises a text and its language tag.
 *
 * @throws Failure INVALID_INPUT with the errors of both
 */
export function checkedInput(input: TextInput) {
  const [text, language] = allChecked(
    () => checkedText(input.text),
    () => checkedLanguage(input.language),
  );
  return { text, language };
}

function checkedText(input: string): string {
  const text = nfc(input).trim();
  const length = lengthOf(text);
  if (length === 0 || length > MAX_MESSAGE_LENGTH)
    throw invalid('text', `text must have 1 to ${MAX_MESSAGE_LENGTH} characters`);
  return text;
}

function checkedLanguage(input: string | undefined): string | undefined {
  if (input === undefined) return undefined;
  const tag = canonicalTag(input);
  if (tag === undefined) throw invalid('language', 'language must be a language tag (BCP 47), such as sw');
  return tag;
}
