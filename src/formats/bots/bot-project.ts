import type { ImportedObject } from '../../domain/chatbot/application';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';

/** A part of an utterance that mentions an entity, in code points of the text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly entity: string;
  /** The value to which the words refer, if it differs from the words. */
  readonly value?: string;
  /** Name of the parameter that the entity fills, if several parameters have the same entity. */
  readonly role?: string;
  readonly group?: string;
}

export interface Utterance {
  readonly text: string;
  readonly spans: readonly Span[];
}

type ByLanguage<Item> = Readonly<Record<string, readonly Item[]>>;

export interface BotIntent {
  readonly name: string;
  readonly utterances: ByLanguage<Utterance>;
  /** `intent_params` without its member `annotated`. */
  readonly params: JsonObject;
}

export interface BotEntity {
  readonly name: string;
  /** Language tag; null if the values are valid in every language. */
  readonly language: string | null;
  readonly values: readonly { readonly value: string; readonly synonyms: readonly string[] }[];
}

export interface BotTemplate {
  readonly name: string;
  readonly responses: ByLanguage<string>;
}

/** The data of a bot that all formats share: the typed members of a field. */
export interface BotProject {
  readonly name: string | undefined;
  /** The default language of items without a language of their own. */
  readonly language: string;
  readonly entities: readonly BotEntity[];
  readonly intents: readonly BotIntent[];
  readonly templates: readonly BotTemplate[];
}

/** The files of a project by path, as JSON. A file that is neither YAML nor JSON is a text. */
export type ProjectFiles = ReadonlyMap<string, Json>;

/** Objects of a field under their documented names, or under the names of their fields. */
export interface StoredField {
  readonly entities: readonly JsonObject[];
  readonly intents: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
  readonly requests: readonly JsonObject[];
}

/**
 * Maximum length of a part of a stored file, in characters. Even with its quotes escaped, a part stays within the maximum size of free
 * JSON.
 */
const PART_LENGTH = 50_000;

/** Builds the imported field from a project and its files, which are stored for later exports. */
export function fieldOf(project: BotProject, format: string, files: ProjectFiles): ImportedObject['lists'] {
  const object = (fields: ImportedObject['fields']) => ({ fields: { isActive: true, ...fields }, lists: {} });
  return {
    entities: project.entities.map(({ name, language, values }) =>
      object({ entityName: name, language, entityValues: { values } }),
    ),
    intents: project.intents.map(({ name, utterances, params }) =>
      object({
        intentName: name,
        intentUtterances: eachLanguage(utterances, (all) => all.map(({ text }) => text)),
        intentParams: { ...params, ...annotatedOf(utterances) },
      }),
    ),
    templates: project.templates.map(({ name, responses }) =>
      object({ templateName: name, templateResponses: responses }),
    ),
    requests: [...files].flatMap(([path, tree]) => {
      const text = JSON.stringify(tree);
      const parts = Math.max(1, Math.ceil(text.length / PART_LENGTH));
      return Array.from({ length: parts }, (_, part) => ({
        ...object({
          isActive: false,
          requestName: ORIGINAL_REQUEST,
          requestContent: {
            format,
            language: project.language,
            path,
            part,
            text: text.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH),
          },
        }),
      }));
    }),
  };
}

/** Name of the field requests that store a file of the imported project. */
export const ORIGINAL_REQUEST = 'original';

/** Returns the stored files of a field that was imported in a format. */
export function originalFiles({ requests }: Pick<StoredField, 'requests'>, format: string): ProjectFiles {
  const texts = new Map<string, string[]>();
  for (const { request_name: name, request_content: content } of requests) {
    if (name !== ORIGINAL_REQUEST || !isJsonObject(content ?? null)) continue;
    const { format: of, path, part, text } = content as JsonObject;
    if (of !== format || typeof path !== 'string' || typeof text !== 'string') continue;
    const parts = texts.get(path) ?? [];
    parts[Number(part)] = text;
    texts.set(path, parts);
  }
  return new Map(
    Array.from(texts, ([path, parts]) => [path, jsonOrUndefined(parts.join(''))] as const).filter(
      (file): file is readonly [string, Json] => file[1] !== undefined,
    ),
  );
}

/** Returns the language in which the project of a field was read at import. The files may declare another one. */
export function originalLanguage(
  { requests }: Pick<StoredField, 'requests'>,
  format: string,
): string | undefined {
  return requests
    .flatMap(({ request_name: name, request_content: content }) =>
      name === ORIGINAL_REQUEST && isJsonObject(content ?? null) ? [content as JsonObject] : [],
    )
    .flatMap(({ format: of, language }) => (of === format && isText(language) ? [language] : []))[0];
}

/** A stored file may have been edited; a file that is no longer JSON is skipped. */
function jsonOrUndefined(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Builds the project of a field from its stored objects. */
export function projectOf(field: StoredField, name: string | undefined, language?: string): BotProject {
  const intents = field.intents.flatMap((intent): readonly BotIntent[] => {
    const { intent_name: named, intent_utterances: utterances, intent_params: params } = intent;
    if (typeof named !== 'string') return [];
    const { annotated, ...others } = isJsonObject(params ?? null) ? (params as JsonObject) : {};
    return [
      {
        name: named,
        params: others,
        utterances: eachLanguage(textListsByLanguage(utterances), annotating(annotated)),
      },
    ];
  });
  const templates = field.templates.flatMap(({ template_name: named, template_responses: responses }) =>
    typeof named === 'string' ? [{ name: named, responses: textListsByLanguage(responses) }] : [],
  );
  const entities = field.entities.flatMap(
    ({ entity_name: named, language: tag, entity_values: values, dictionary_values: fed }) =>
      typeof named === 'string'
        ? [
            {
              name: named,
              language: typeof tag === 'string' && tag !== '' ? tag : null,
              values: [...entityValuesIn(values), ...entityValuesIn(fed)],
            },
          ]
        : [],
  );
  return { name, language: language ?? commonLanguage(intents), entities, intents, templates };
}

/** Returns the language of most utterances. */
function commonLanguage(intents: readonly BotIntent[]): string {
  const counts = new Map<string, number>();
  for (const { utterances } of intents)
    for (const [language, all] of Object.entries(utterances))
      counts.set(language, (counts.get(language) ?? 0) + all.length);
  const [mostUsed] = [...counts].toSorted(([, a], [, b]) => b - a);
  return mostUsed?.[0] ?? 'und';
}

function eachLanguage<From, To>(
  all: ByLanguage<From>,
  read: (items: readonly From[], language: string) => readonly To[],
): Record<string, readonly To[]> {
  return Object.fromEntries(Object.entries(all).map(([tag, items]) => [tag, read(items, tag)]));
}

function textListsByLanguage(json: Json | undefined): ByLanguage<string> {
  if (!isJsonObject(json ?? null)) return {};
  const lists = Object.entries(json as JsonObject).map(
    ([tag, texts]) => [tag, (isJsonList(texts) ? texts : [texts]).filter(isText)] as const,
  );
  return Object.fromEntries(lists);
}

/** Returns a JSON value if it is a text; otherwise an empty text. */
export function asText(json: Json | undefined): string {
  return typeof json === 'string' ? json : '';
}

function isText(json: unknown): json is string {
  return typeof json === 'string';
}

function entityValuesIn(json: Json | undefined): BotEntity['values'] {
  const list = isJsonObject(json ?? null) ? (json as JsonObject)['values'] : undefined;
  if (!isJsonList(list)) return [];
  return list.flatMap((item) => {
    const { value, synonyms } = isJsonObject(item) ? item : { value: item, synonyms: [] };
    const named = typeof value === 'number' ? String(value) : value;
    return isText(named)
      ? [{ value: named, synonyms: isJsonList(synonyms) ? synonyms.filter(isText) : [] }]
      : [];
  });
}

function annotatedOf(utterances: ByLanguage<Utterance>): JsonObject {
  const annotated = Object.entries(utterances)
    .map(([tag, all]) => [tag, all.filter(({ spans }) => spans.length > 0)] as const)
    .filter(([, all]) => all.length > 0)
    .map(([tag, all]) => {
      const items = all.map(({ text, spans }) => ({ text, entities: spans.map((span) => ({ ...span })) }));
      return [tag, items] as const;
    });
  return annotated.length === 0 ? {} : { annotated: Object.fromEntries(annotated) };
}

/** Returns a function that finds the spans of a text in a language. Equal texts take their spans in order. */
function annotating(json: Json | undefined) {
  return (texts: readonly string[], language: string): readonly Utterance[] => {
    const listed = isJsonObject(json ?? null) ? (json as JsonObject)[language] : undefined;
    const waiting = isJsonList(listed) ? listed.filter(isJsonObject) : [];
    const used = new Set<JsonObject>();
    return texts.map((text) => {
      const item = waiting.find((other) => other['text'] === text && !used.has(other));
      if (item) used.add(item);
      const spans = isJsonList(item?.['entities'])
        ? item['entities'].flatMap((span) => spanIn(span, text))
        : [];
      return { text, spans: sortedSpans(spans) };
    });
  };
}

function spanIn(json: Json, text: string): readonly Span[] {
  if (!isJsonObject(json)) return [];
  const { start, end, entity, value, role, group } = json;
  const length = Array.from(text).length;
  const isPlace =
    Number.isInteger(start) && Number.isInteger(end) && Number(start) >= 0 && Number(end) <= length;
  if (!isPlace || Number(start) >= Number(end) || typeof entity !== 'string') return [];
  return [
    {
      start: Number(start),
      end: Number(end),
      entity,
      ...(isText(value) ? { value } : {}),
      ...(isText(role) ? { role } : {}),
      ...(isText(group) ? { group } : {}),
    },
  ];
}

/** Sorts spans from left to right, so that lists of them can be compared. */
export function sortedSpans(spans: readonly Span[]): readonly Span[] {
  return spans.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Compares two lists of JSON values, ignoring order. */
export function listDiff<Item>(before: readonly Item[], now: readonly Item[]) {
  const keysOf = (items: readonly Item[]) => new Set(items.map((item) => JSON.stringify(item)));
  const [keysBefore, keysNow] = [keysOf(before), keysOf(now)];
  return {
    added: now.filter((item) => !keysBefore.has(JSON.stringify(item))),
    removed: new Set([...keysBefore].filter((key) => !keysNow.has(key))),
  };
}

/** Maps items by name. Of several items with one name, the last one counts. */
export function byName<Item extends { readonly name: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.name, item]));
}
