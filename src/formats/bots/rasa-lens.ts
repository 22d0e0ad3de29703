import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { type BotEntity, type BotProject, type ProjectFiles, asText, type Utterance } from './bot-project';
import { utteranceOf } from './rasa-markup';

/** Kinds of `nlu` items. The member that names an item determines its kind. */
const NLU_KINDS = ['intent', 'synonym', 'lookup', 'regex'] as const;

/** Prefix of the names of responses in the domain. Names of templates lack it. */
export const UTTER = 'utter_';

/** An `nlu` item with the lines of its examples. */
export interface NluItem {
  readonly kind: string;
  readonly name: string;
  readonly item: JsonObject;
}

/** Reads a Rasa 3 project. */
export function readRasa(files: ProjectFiles, chosenLanguage?: string): BotProject {
  const language = chosenLanguage ?? declaredLanguage(files) ?? 'und';
  const items = nluItems(files);
  const of = (kind: string) => items.filter((item) => item.kind === kind);
  const utterances = new Map<string, Utterance[]>();
  for (const { name, item } of of('intent')) {
    const own = utterances.get(name) ?? [];
    own.push(...exampleTexts(item['examples']).map(utteranceOf));
    utterances.set(name, own);
  }
  const retrieved = new Set(
    [...utterances.keys()].flatMap((name) => (name.includes('/') ? [baseOf(name)] : [])),
  );
  for (const name of namesListed(files, 'intents'))
    if (!utterances.has(name) && !retrieved.has(name)) utterances.set(name, []);
  const answers = answersInRules(files);
  const intents = Array.from(utterances, ([name, own]) => ({
    name,
    utterances: own.length > 0 ? { [language]: own } : {},
    params: answers.has(name) ? { template: answers.get(name) ?? '' } : {},
  }));
  const templates = sections(files, 'responses').flatMap((responses) =>
    Object.entries(isJsonObject(responses) ? responses : {}).flatMap(([name, list]) =>
      name.startsWith(UTTER)
        ? [{ name: name.slice(UTTER.length), responses: { [language]: responseTexts(list) } }]
        : [],
    ),
  );
  return { name: undefined, language, intents, templates, entities: rasaEntities(files, language, intents) };
}

function declaredLanguage(files: ProjectFiles): string | undefined {
  return sections(files, 'language').find((language) => typeof language === 'string');
}

/** Returns a member from every file that has it. */
function sections(files: ProjectFiles, name: string): readonly Json[] {
  return [...files.values()].flatMap((tree) =>
    isJsonObject(tree) && name in tree ? [tree[name] ?? null] : [],
  );
}

export function nluItems(files: ProjectFiles): readonly NluItem[] {
  return sections(files, 'nlu').flatMap((list) => (isJsonList(list) ? list.flatMap(nluItem) : []));
}

export function nluItem(item: Json): readonly NluItem[] {
  if (!isJsonObject(item)) return [];
  const kind = NLU_KINDS.find((kind) => typeof item[kind] === 'string');
  return kind === undefined ? [] : [{ kind, name: asText(item[kind]), item }];
}

const LINE = /^\s*[-*+]\s+(.*\S)\s*$/u;

/** Returns the examples of an item, which are lines with hyphens, a list of texts, or a list of objects with a text. */
export function exampleTexts(examples: Json | undefined): readonly string[] {
  if (typeof examples === 'string')
    return examples.split('\n').flatMap((line) => LINE.exec(line)?.slice(1, 2) ?? []);
  return isJsonList(examples) ? examples.flatMap((example) => exampleText(example) ?? []) : [];
}

export function exampleText(example: Json): string | undefined {
  const text = isJsonObject(example) ? example['text'] : example;
  return typeof text === 'string' && text.trim() !== '' ? text.trim().replace(/^[-*+]\s+/u, '') : undefined;
}

/** Returns the names in a list of the domain. Its items are names, or objects with one member. */
export function namesListed(files: ProjectFiles, list: string): readonly string[] {
  return sections(files, list).flatMap((items) =>
    isJsonList(items) ? items.flatMap((item) => declaredNames(item)) : [],
  );
}

export function declaredNames(item: Json): readonly string[] {
  return typeof item === 'string' ? [item] : isJsonObject(item) ? Object.keys(item).slice(0, 1) : [];
}

/** Returns the name of the retrieval intent: `faq` of `faq/opening`. */
export function baseOf(intent: string): string {
  return intent.split('/')[0] ?? intent;
}

/** Returns the templates of one-step rules: `intent: greet`, then `action: utter_welcome`. */
function answersInRules(files: ProjectFiles): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  for (const rules of sections(files, 'rules'))
    for (const rule of isJsonList(rules) ? rules.filter(isJsonObject) : []) {
      const steps = isJsonList(rule['steps']) ? rule['steps'].filter(isJsonObject) : [];
      const { intent } = steps[0] ?? {};
      const { action } = steps[1] ?? {};
      if (steps.length !== 2 || typeof intent !== 'string' || typeof action !== 'string') continue;
      const template = action.slice(UTTER.length);
      if (action.startsWith(UTTER) && template !== intent) answers.set(intent, template);
    }
  return answers;
}

function responseTexts(list: Json): readonly string[] {
  if (!isJsonList(list)) return [];
  return list.flatMap((item) =>
    isJsonObject(item) && typeof item['text'] === 'string' ? [item['text']] : [],
  );
}

/** Returns the entities with the values of their lookup tables and of annotated examples that have synonyms. */
function rasaEntities(
  files: ProjectFiles,
  language: string,
  intents: BotProject['intents'],
): readonly BotEntity[] {
  const items = nluItems(files);
  const values = new Map<string, Map<string, Set<string>>>();
  const valuesOf = (entity: string) => values.get(entity) ?? new Map<string, Set<string>>();
  for (const name of namesListed(files, 'entities')) values.set(name, valuesOf(name));
  for (const { kind, name, item } of items)
    if (kind === 'lookup') {
      const own = valuesOf(name);
      for (const value of exampleTexts(item['examples'])) own.set(value, own.get(value) ?? new Set());
      values.set(name, own);
    }
  const synonyms = synonymsIn(items);
  const spans = intents.flatMap(({ utterances }) =>
    Object.values(utterances).flatMap((all) =>
      all.flatMap((utterance) => utterance.spans.map((span) => ({ ...span, utterance }))),
    ),
  );
  for (const { entity, value, start, end, utterance } of spans) {
    const meant = value ?? Array.from(utterance.text).slice(start, end).join('');
    const own = valuesOf(entity);
    if (synonyms.has(meant)) own.set(meant, own.get(meant) ?? new Set());
    values.set(entity, own);
  }
  return Array.from(values, ([name, own]) => ({
    name,
    language: own.size > 0 && language !== 'und' ? language : null,
    values: Array.from(own.keys(), (value) => ({ value, synonyms: synonyms.get(value) ?? [] })),
  }));
}

function synonymsIn(items: readonly NluItem[]): ReadonlyMap<string, readonly string[]> {
  const synonyms = new Map<string, string[]>();
  for (const { kind, name, item } of items)
    if (kind === 'synonym')
      synonyms.set(name, [...(synonyms.get(name) ?? []), ...exampleTexts(item['examples'])]);
  return synonyms;
}

/** Returns the report label of an `nlu` item. Synonyms without an entity value are stored but not read. */
export function rasaLabels(files: ProjectFiles): (path: string, item: JsonObject) => string {
  const known = new Set(readRasa(files).entities.flatMap(({ values }) => values.map(({ value }) => value)));
  return (path, item) => {
    const [example] = path === 'nlu' ? nluItem(item) : [];
    if (example === undefined) return '';
    return example.kind === 'synonym' && !known.has(example.name) ? 'synonym of no entity' : example.kind;
  };
}
