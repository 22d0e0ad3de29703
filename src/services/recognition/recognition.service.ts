import { LRUCache } from 'lru-cache';
import { EntityIndex, type RecognisedEntity } from '../../domain/chatbot/recognition/entity-index';
import {
  type EntityValue,
  entityValuesIn,
  isSameLanguage,
  textsByLanguage,
} from '../../domain/chatbot/recognition/entity-values';
import { type IntentMatch, IntentIndex } from '../../domain/chatbot/recognition/intent-index';
import { type IntentRules, intentRules, templateNameOf } from '../../domain/chatbot/recognition/dialogue';
import type { Resource, ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed, type ResourceTypeName } from '../../domain/chatbot/resource/resource-types';
import { foldingFor } from '../../domain/search/folding';
import { profileOfLanguage } from '../../domain/search/profiles';
import { Failure } from '../../shared/failure';
import { invalid } from '../../shared/faults';
import { type Json, JsonText } from '../../shared/json';
import { lengthOf, nfc } from '../../shared/text';
import type { Viewer } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import { tenantOwns } from '../applications/tenant-scope';

/** Longest text in which something is recognised, in code points. */
const LONGEST_TEXT = 1000;

/** Most bytes of a field that recognition reads: of its entities, intents and templates together. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Bytes of the fields that are kept ready, as they are stored; an index takes about five times as much memory. */
const MOST_KEPT_BYTES = 48 * 1024 * 1024;

/** Number of values that are indexed without a pause, and the most utterances, which are. */
const VALUES_AT_ONCE = 500;
const MOST_UTTERANCES = 5000;

/** Time in which a change could have the date of the one before, in milliseconds. */
const SETTLED_MS = 2000;

/** What was recognised in a text. */
export interface Recognition {
  readonly text: string;
  readonly language: string | null;
  readonly entities: readonly RecognisedEntity[];
  readonly intent: IntentMatch;
}

/** A field, read for one language. */
interface ReadyField {
  readonly fingerprint: string;
  readonly entities: EntityIndex;
  readonly intents: IntentIndex;
  readonly rules: ReadonlyMap<string, IntentRules>;
}

const PARTS = ['Entity', 'Intent', 'Template'] as const satisfies readonly ResourceTypeName[];

/** Recognises entities and intents of a field in what people write. */
export class RecognitionService {
  private readonly ready = new LRUCache<string, ReadyField>({ maxSize: MOST_KEPT_BYTES });

  constructor(private readonly storage: Pick<Storage, 'resources'>) {}

  /**
   * @param given language: tag (BCP 47) of the text. Without it, entities and utterances of all languages count
   * @returns `undefined` when the field does not exist for the viewer
   * @throws Failure INVALID_INPUT, TOO_LARGE
   */
  async recognise(
    viewer: Viewer,
    field: ResourceKey,
    given: { readonly text: string; readonly language?: string | undefined },
  ): Promise<(Recognition & Pick<ReadyField, 'rules'>) | undefined> {
    const text = checkedText(given.text);
    const { language } = given;
    if (!(await this.isThere(viewer, field))) return undefined;
    const { entities, intents, rules } = await this.readyField(field, language);
    const found = { entities: entities.find(text), intent: intents.find(text), rules };
    return { text, language: language ?? null, ...found };
  }

  private async isThere(viewer: Viewer, field: ResourceKey): Promise<boolean> {
    if (!tenantOwns(viewer, field)) return false;
    return (await this.storage.resources.find(FIELD, [field])).length > 0;
  }

  /** The field as it is now: what is kept of it counts only if none of its objects has changed since. */
  private async readyField(field: ResourceKey, language: string | undefined): Promise<ReadyField> {
    const versions = await Promise.all(
      PARTS.map((name) => this.storage.resources.versionsIn(resourceTypeNamed(name), field)),
    );
    const all = versions.flat();
    const size = all.reduce((sum, { bytes }) => sum + bytes, 0);
    if (size > MOST_BYTES)
      throw new Failure('TOO_LARGE', `The field has ${size} bytes; recognition reads at most ${MOST_BYTES}.`);
    const fingerprint = all.map(({ _id, lastUpdate, bytes }) => `${_id} ${lastUpdate} ${bytes}`).join('\n');
    const name = `${field} ${language ?? ''}`;
    const known = this.ready.get(name);
    if (known?.fingerprint === fingerprint) return known;
    const [entities, intents, templates] = await Promise.all(
      PARTS.map((part, at) => this.storage.resources.bring(resourceTypeNamed(part), versions[at] ?? [])),
    );
    const made = await fieldOf({ entities, intents, templates }, { fingerprint, language });
    const isSettled = all.every(({ lastUpdate }) => Date.parse(lastUpdate) < Date.now() - SETTLED_MS);
    if (isSettled) this.ready.set(name, made, { size: Math.max(1, size) });
    return made;
  }
}

const FIELD = resourceTypeNamed('Field');

interface FieldParts {
  readonly entities?: readonly Resource[] | undefined;
  readonly intents?: readonly Resource[] | undefined;
  readonly templates?: readonly Resource[] | undefined;
}

async function fieldOf(
  { entities = [], intents = [], templates = [] }: FieldParts,
  { fingerprint, language }: { readonly fingerprint: string; readonly language: string | undefined },
): Promise<ReadyField> {
  const folding = foldingFor(profileOfLanguage(language));
  const index = new EntityIndex(folding);
  for (const entity of entities.filter((one) => isUsed(one, language)))
    await addTo(index, textOf(entity, 'entityName'), entityValuesIn(jsonOf(entity, 'entityValues')));
  const used = intents.filter((intent) => isActive(intent));
  const named = used.map((intent) => ({
    name: textOf(intent, 'intentName'),
    utterances: utterancesOf(intent, language),
  }));
  const count = named.reduce((sum, { utterances }) => sum + utterances.length, 0);
  if (count > MOST_UTTERANCES)
    throw new Failure(
      'TOO_LARGE',
      `The field has ${count} utterances for this language; recognition reads at most ${MOST_UTTERANCES}.`,
    );
  return {
    fingerprint,
    entities: index,
    intents: new IntentIndex(named, { folding, language }),
    rules: rulesOf(used, templates.filter(isActive)),
  };
}

/** Adds values a few at a time, so that other requests go on in between. */
async function addTo(index: EntityIndex, name: string, values: readonly EntityValue[]): Promise<void> {
  for (let from = 0; from < values.length; from += VALUES_AT_ONCE) {
    index.add({ name, values: values.slice(from, from + VALUES_AT_ONCE) });
    await new Promise(setImmediate);
  }
}

/** The utterances in the language; of an intent without any in this language, all. */
function utterancesOf(intent: Resource, language: string | undefined): readonly string[] {
  const utterances = jsonOf(intent, 'intentUtterances');
  const own = language === undefined ? [] : textsByLanguage(utterances, language);
  return own.length > 0 ? own : textsByLanguage(utterances);
}

function rulesOf(
  intents: readonly Resource[],
  templates: readonly Resource[],
): ReadonlyMap<string, IntentRules> {
  const byName = new Map(templates.map((template) => [nameKey(textOf(template, 'templateName')), template]));
  return new Map(
    intents.map((intent) => {
      const name = textOf(intent, 'intentName');
      const params = jsonOf(intent, 'intentParams');
      const template = byName.get(nameKey(templateNameOf(name, params)));
      const answers = template && {
        params: jsonOf(template, 'templateParams'),
        responses: jsonOf(template, 'templateResponses'),
      };
      return [name, intentRules(name, params, answers)];
    }),
  );
}

/** Names of templates differ from those of intents in case. */
function nameKey(name: string): string {
  return name.toLowerCase();
}

function textOf(object: Resource, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

function isUsed(entity: Resource, language: string | undefined): boolean {
  const tag = entity['language'];
  const isOther =
    typeof tag === 'string' && tag !== '' && language !== undefined && !isSameLanguage(tag, language);
  return isActive(entity) && !isOther;
}

function isActive({ isActive }: Resource): boolean {
  return isActive !== false;
}

function jsonOf(object: Resource, name: string): Json | undefined {
  const value = object[name];
  return value instanceof JsonText ? value.toJSON() : undefined;
}

function checkedText(given: string): string {
  const text = nfc(given).trim();
  const length = lengthOf(text);
  if (length === 0 || length > LONGEST_TEXT)
    throw invalid('text', `text must have 1 to ${LONGEST_TEXT} characters`);
  return text;
}
