import { createHash } from 'node:crypto';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { type BotProject, byName, listDiff, type ProjectFiles, asText, type Utterance } from './bot-project';
import {
  ENTRIES,
  isSpeech,
  dialogflowMessages,
  parameterIn,
  parametersIn,
  type DialogflowPart,
  partsIn,
  readDialogflow,
  responseIn,
  speechOf,
  optionalText,
  USER_SAYS,
  utteranceIn,
  valuesFrom,
  withBraces,
} from './dialogflow-lens';

/** Writes a bot into the files of its agent; without files, creates new ones. */
export function writeDialogflow(originals: ProjectFiles, now: BotProject): ProjectFiles {
  const files = originals.size > 0 ? new Map(originals) : newFiles(now);
  const before = readDialogflow(files, now.language);
  const root =
    [...files.keys()].find((path) => /(^|\/)agent\.json$/u.test(path))?.slice(0, -'agent.json'.length) ?? '';
  writeIntents(files, before, { ...now, root });
  writeEntities(files, before, { ...now, root });
  return files;
}

interface Written extends BotProject {
  /** The folder of the agent in the package, with a trailing slash. */
  readonly root: string;
}

function newFiles({ name, language, intents, entities }: BotProject): Map<string, Json> {
  const tags = [
    ...intents.flatMap(({ utterances }) => Object.keys(utterances)),
    ...entities.flatMap((entity) => entity.language ?? []),
  ];
  const supportedLanguages = [...new Set(tags)].filter((tag) => tag !== language);
  return new Map<string, Json>([
    ['package.json', { version: '1.0.0' }],
    [
      'agent.json',
      {
        description: '',
        language,
        displayName: name ?? 'bot',
        supportedLanguages,
        defaultTimezone: 'Africa/Abidjan',
      },
    ],
  ]);
}

function writeIntents(
  files: Map<string, Json>,
  before: BotProject,
  { intents, templates, language, root }: Written,
): void {
  const [intentsByName, templatesByName] = [byName(intents), byName(templates)];
  const parts = byName(partsIn(files, 'intents', USER_SAYS));
  for (const [name, part] of parts) if (!intentsByName.has(name)) removePart(files, part);
  for (const intent of intentsByName.values()) {
    const { name } = intent;
    const part =
      parts.get(name) ?? newPart(`${root}intents/${fileName(name, [...files.keys()])}.json`, newIntent(name));
    const template = typeof intent.params['template'] === 'string' ? intent.params['template'] : name;
    const own = withParameters(part.own, intent.params);
    const responses = templatesByName.get(template)?.responses ?? {};
    const responsesBefore = before.templates.find((template) => template.name === name)?.responses ?? {};
    files.set(part.path, withResponses(own, { known: responsesBefore, responses, language }));
    for (const tag of new Set([...part.lists.keys(), ...Object.keys(intent.utterances)])) {
      const list = part.lists.get(tag);
      const { added, removed } = listDiff((list?.items ?? []).map(utteranceIn), intent.utterances[tag] ?? []);
      const stay = (list?.items ?? []).filter((item) => !removed.has(JSON.stringify(utteranceIn(item))));
      const path = list?.path ?? `${part.path.slice(0, -'.json'.length)}${USER_SAYS}${tag}.json`;
      if (list !== undefined || added.length > 0) files.set(path, [...stay, ...added.map(userSays)]);
    }
  }
}

function writeEntities(
  files: Map<string, Json>,
  before: BotProject,
  { entities, language, root }: Written,
): void {
  const parts = byName(partsIn(files, 'entities', ENTRIES));
  const names = new Set(entities.map(({ name }) => name));
  for (const [name, part] of parts) if (!names.has(name)) removePart(files, part);
  for (const name of names) {
    const part =
      parts.get(name) ??
      newPart(`${root}entities/${fileName(name, [...files.keys()])}.json`, newEntity(name));
    files.set(part.path, part.own);
    const own = entities.filter((entity) => entity.name === name);
    const isNew = !before.entities.some((entity) => entity.name === name);
    const tags = own.flatMap((entity) =>
      entity.language === null && entity.values.length === 0 && !isNew ? [] : [entity.language ?? language],
    );
    for (const tag of new Set([...part.lists.keys(), ...tags])) {
      const list = part.lists.get(tag);
      const values = own
        .filter((entity) => (entity.language ?? language) === tag)
        .flatMap((entity) => entity.values);
      const { added, removed } = listDiff((list?.items ?? []).flatMap(valuesFrom), values);
      const isOld = (item: JsonObject) =>
        valuesFrom(item).some((value) => removed.has(JSON.stringify(value)));
      const stay = (list?.items ?? []).filter((item) => !isOld(item));
      const entries = added.map(({ value, synonyms }) => ({ value, synonyms: [value, ...synonyms] }));
      const path = list?.path ?? `${part.path.slice(0, -'.json'.length)}${ENTRIES}${tag}.json`;
      files.set(path, [...stay, ...entries]);
    }
  }
}

function removePart(files: Map<string, Json>, { path, lists }: DialogflowPart): void {
  files.delete(path);
  for (const list of lists.values()) files.delete(list.path);
}

function newPart(path: string, own: JsonObject): DialogflowPart {
  return { path, name: optionalText(own, 'name') ?? '', own, lists: new Map() };
}

/** Returns a file name that is not taken. Names of intents may contain any characters. */
function fileName(name: string, taken: readonly string[]): string {
  const safe = name.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 80) || 'unnamed';
  const isTaken = taken.some((path) => path.endsWith(`/${safe}.json`));
  return isTaken ? `${safe}-${stableUuid(name).slice(0, 8)}` : safe;
}

/** Derives the identifier from the text, so that equal bots result in equal files. */
function stableUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function newIntent(name: string): JsonObject {
  const response = { resetContexts: false, affectedContexts: [], parameters: [], messages: [], speech: [] };
  const isFixed = { webhookUsed: false, webhookForSlotFilling: false, fallbackIntent: false };
  return {
    id: stableUuid(`intent ${name}`),
    name,
    auto: true,
    contexts: [],
    responses: [response],
    priority: 500000,
    ...isFixed,
    events: [],
  };
}

function newEntity(name: string): JsonObject {
  const flags = {
    isOverridable: true,
    isEnum: false,
    isRegexp: false,
    automatedExpansion: false,
    allowFuzzyExtraction: false,
  };
  return { id: stableUuid(`entity ${name}`), name, ...flags };
}

function userSays({ text, spans }: Utterance): JsonObject {
  const points = Array.from(text);
  const data: Json[] = [];
  const plain = (from: number, to: number) => {
    if (to > from) data.push({ text: points.slice(from, to).join(''), userDefined: false });
  };
  let last = 0;
  for (const { start, end, entity, role } of spans) {
    if (start < last) continue;
    plain(last, start);
    data.push({
      text: points.slice(start, end).join(''),
      alias: role ?? entity,
      meta: `@${entity}`,
      userDefined: true,
    });
    last = end;
  }
  plain(last, points.length);
  return { id: stableUuid(`utterance ${text}`), data, isTemplate: false, count: 0 };
}

function withResponse(own: JsonObject, change: JsonObject): JsonObject {
  const [, ...others] = isJsonList(own['responses']) ? own['responses'] : [];
  return { ...own, responses: [{ ...responseIn(own), ...change }, ...others] };
}

function withParameters(own: JsonObject, { parameters: stored }: JsonObject): JsonObject {
  const known = parametersIn(own);
  const named = isJsonList(stored)
    ? (stored.filter(
        (item) => isJsonObject(item) && typeof item['name'] === 'string',
      ) as readonly JsonObject[])
    : [];
  const { added, removed } = listDiff(known.map(parameterIn), named);
  if (added.length + removed.size === 0) return own;
  const parameters = named.map((parameter) => {
    const name = asText(parameter['name']);
    const old = known.find((item) => item['name'] === name);
    if (old && JSON.stringify(parameterIn(old)) === JSON.stringify(parameter)) return old;
    const { entity, required, prompts } = parameter;
    const dataType = `@${typeof entity === 'string' ? entity : name}`;
    const start = old ?? {
      id: stableUuid(`parameter ${asText(own['name'])} ${name}`),
      name,
      value: `$${name}`,
      isList: false,
    };
    const texts = isJsonObject(prompts ?? null) ? Object.entries(prompts as JsonObject) : [];
    const promptTexts = texts.flatMap(([lang, all]) =>
      (isJsonList(all) ? all : [all]).map((value) => ({ lang, value })),
    );
    return { ...start, dataType, required: required !== false, prompts: promptTexts };
  });
  return withResponse(own, { parameters });
}

interface NewResponses {
  readonly known: BotProject['templates'][number]['responses'];
  readonly responses: BotProject['templates'][number]['responses'];
  readonly language: string;
}

function withResponses(own: JsonObject, { known, responses, language }: NewResponses): JsonObject {
  const names = parametersIn(own).map(({ name }) => asText(name));
  const start = dialogflowMessages(own);
  let messages = start;
  for (const tag of new Set([...Object.keys(known), ...Object.keys(responses)])) {
    const { added, removed } = listDiff(known[tag] ?? [], responses[tag] ?? []);
    if (added.length + removed.size === 0) continue;
    const ofTag = (message: Json): message is JsonObject =>
      isSpeech(message) && (optionalText(message, 'lang') ?? language) === tag;
    const fresh = added.map((text) => withDollars(text, names));
    const last = messages.findLast(ofTag);
    const isOld = (text: string) => removed.has(JSON.stringify(withBraces(text, names)));
    messages = messages.map((message) =>
      ofTag(message)
        ? {
            ...message,
            speech: [...speechOf(message).filter((text) => !isOld(text)), ...(message === last ? fresh : [])],
          }
        : message,
    );
    if (last === undefined)
      messages = [
        ...messages,
        { type: '0', title: '', textToSpeech: '', lang: tag, speech: fresh, condition: '' },
      ];
  }
  return messages === start ? own : withResponse(own, { messages });
}

function withDollars(text: string, names: readonly string[]): string {
  return text.replace(/\{([^{}\s]+)\}/gu, (whole, name: string) =>
    names.includes(name) ? `$${name}` : whole,
  );
}
