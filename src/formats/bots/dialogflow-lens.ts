import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { lengthOf } from '../../shared/text';
import {
  type BotEntity,
  type BotIntent,
  type BotProject,
  type ProjectFiles,
  type Span,
  asText,
  type Utterance,
} from './bot-project';

export const USER_SAYS = '_usersays_';
export const ENTRIES = '_entries_';

/** A file of an intent or entity, with its files for single languages. */
export interface DialogflowPart {
  readonly path: string;
  readonly name: string;
  readonly own: JsonObject;
  /** The utterances or values by language, with the paths of their files. */
  readonly lists: ReadonlyMap<string, { readonly path: string; readonly items: readonly JsonObject[] }>;
}

/** Reads an agent of Dialogflow ES. */
export function readDialogflow(files: ProjectFiles, chosenLanguage?: string): BotProject {
  const agent = agentIn(files);
  const language = chosenLanguage ?? optionalText(agent, 'language') ?? 'und';
  const parts = partsIn(files, 'intents', USER_SAYS);
  const intents = parts.map(intentIn);
  const templates = parts.flatMap(({ name, own }) => {
    const responses = responsesIn(own, language);
    return Object.keys(responses).length > 0 ? [{ name, responses }] : [];
  });
  const name = optionalText(agent, 'displayName') ?? optionalText(agent, 'name');
  return { name, language, intents, templates, entities: dialogflowEntities(files) };
}

function agentIn(files: ProjectFiles): JsonObject {
  const agent = [...files].find(([path]) => /(^|\/)agent\.json$/u.test(path))?.[1];
  return agent !== undefined && isJsonObject(agent) ? agent : {};
}

export function optionalText(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function partsIn(files: ProjectFiles, folder: string, mark: string): readonly DialogflowPart[] {
  const parts: DialogflowPart[] = [];
  for (const [path, own] of files) {
    const base = new RegExp(`(?:^|/)${folder}/([^/]+)\\.json$`, 'u').exec(path)?.[1];
    if (base === undefined || base.includes(mark) || !isJsonObject(own)) continue;
    const lists = new Map<string, { path: string; items: readonly JsonObject[] }>();
    const start = `${path.slice(0, -'.json'.length)}${mark}`;
    for (const [other, list] of files)
      if (other.startsWith(start) && isJsonList(list))
        lists.set(other.slice(start.length, -'.json'.length), {
          path: other,
          items: list.filter(isJsonObject),
        });
    parts.push({ path, name: optionalText(own, 'name') ?? base, own, lists });
  }
  return parts;
}

function intentIn({ name, own, lists }: DialogflowPart): BotIntent {
  const utterances = Array.from(lists, ([tag, { items }]) => [tag, items.map(utteranceIn)] as const);
  const parameters = parametersIn(own).map(parameterIn);
  return {
    name,
    utterances: Object.fromEntries(utterances),
    params: parameters.length > 0 ? { parameters } : {},
  };
}

export function utteranceIn({ data }: JsonObject): Utterance {
  const spans: Span[] = [];
  let text = '';
  for (const piece of isJsonList(data) ? data.filter(isJsonObject) : []) {
    const start = lengthOf(text);
    text += optionalText(piece, 'text') ?? '';
    const entity = optionalText(piece, 'meta')?.replace(/^@/u, '');
    const alias = optionalText(piece, 'alias');
    if (entity === undefined || lengthOf(text) === start) continue;
    spans.push({
      start,
      end: lengthOf(text),
      entity,
      ...(alias === undefined || alias === entity ? {} : { role: alias }),
    });
  }
  return { text, spans };
}

export function responseIn(own: JsonObject): JsonObject {
  const [first] = isJsonList(own['responses']) ? own['responses'] : [];
  return first !== undefined && isJsonObject(first) ? first : {};
}

export function parametersIn(own: JsonObject): readonly JsonObject[] {
  const { parameters } = responseIn(own);
  return isJsonList(parameters)
    ? (parameters.filter(
        (item) => isJsonObject(item) && typeof item['name'] === 'string',
      ) as readonly JsonObject[])
    : [];
}

export function parameterIn(parameter: JsonObject): JsonObject {
  const { name, required, dataType, prompts } = parameter;
  const byLanguage: Record<string, string[]> = {};
  for (const prompt of isJsonList(prompts) ? prompts.filter(isJsonObject) : []) {
    const [tag, value] = [optionalText(prompt, 'lang'), optionalText(prompt, 'value')];
    if (tag !== undefined && value !== undefined) (byLanguage[tag] ??= []).push(value);
  }
  return {
    name: asText(name),
    ...(typeof dataType === 'string' && dataType !== '' ? { entity: dataType.replace(/^@/u, '') } : {}),
    required: required === true,
    ...(Object.keys(byLanguage).length > 0 ? { prompts: byLanguage } : {}),
  };
}

/** Whether a message is a plain text that every channel shows. */
export function isSpeech(message: Json): message is JsonObject {
  return (
    isJsonObject(message) && (message['type'] === '0' || message['type'] === 0) && !('platform' in message)
  );
}

export function speechOf({ speech }: JsonObject): readonly string[] {
  return (isJsonList(speech) ? speech : [speech]).filter(
    (text) => typeof text === 'string' && text !== '',
  ) as string[];
}

export function dialogflowMessages(own: JsonObject): readonly Json[] {
  const { messages } = responseIn(own);
  return isJsonList(messages) ? messages : [];
}

/** Converts answers: Dialogflow names a parameter as `$city`, responses of Griot as `{city}`. */
function responsesIn(own: JsonObject, language: string): Record<string, readonly string[]> {
  const responses: Record<string, readonly string[]> = {};
  const names = parametersIn(own).map(({ name }) => asText(name));
  for (const message of dialogflowMessages(own).filter(isSpeech)) {
    const tag = optionalText(message, 'lang') ?? language;
    const texts = speechOf(message).map((text) => withBraces(text, names));
    if (texts.length > 0) responses[tag] = [...(responses[tag] ?? []), ...texts];
  }
  return responses;
}

export function withBraces(text: string, names: readonly string[]): string {
  return text.replace(/\$([\p{L}_][\p{L}\p{N}_-]*)/gu, (whole, name: string) =>
    names.includes(name) ? `{${name}}` : whole,
  );
}

function dialogflowEntities(files: ProjectFiles): readonly BotEntity[] {
  return partsIn(files, 'entities', ENTRIES).flatMap(({ name, lists }): readonly BotEntity[] =>
    lists.size === 0
      ? [{ name, language: null, values: [] }]
      : Array.from(lists, ([language, { items }]) => ({
          name,
          language,
          values: items.flatMap(valuesFrom),
        })),
  );
}

/** Reads the values of an entry. In Dialogflow, a value is one of its own synonyms. */
export function valuesFrom(entry: JsonObject): BotEntity['values'] {
  const value = optionalText(entry, 'value');
  const { synonyms } = entry;
  if (value === undefined) return [];
  const texts = isJsonList(synonyms) ? synonyms.filter((synonym) => typeof synonym === 'string') : [];
  return [{ value, synonyms: texts.filter((text) => text !== value) }];
}
