import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import {
  type BotEntity,
  type BotProject,
  listDiff,
  sortedSpans,
  type ProjectFiles,
  type Span,
  asText,
  type Utterance,
} from './bot-project';

const PROJECT_FILE = 'clu.json';

/** Reads a project of Conversational Language Understanding. CLU projects contain no answers. */
export function readClu(files: ProjectFiles, chosenLanguage?: string): BotProject {
  const { tree } = projectIn(files);
  const { metadata, assets } = membersOf(tree, chosenLanguage);
  const { language } = metadata;
  const units = unitsOf(tree);
  const utterances = new Map<string, Record<string, Utterance[]>>();
  for (const name of objectListAt(assets, 'intents').flatMap(({ category }) =>
    isFilledText(category) ? [category] : [],
  ))
    utterances.set(name, {});
  for (const item of objectListAt(assets, 'utterances')) {
    if (!isFilledText(item['intent'])) continue;
    const own = utterances.get(item['intent']) ?? {};
    utterances.set(item['intent'], own);
    (own[languageOrUsual(item, language)] ??= []).push(utteranceIn(item, units));
  }
  return {
    name: metadata.name,
    language,
    intents: Array.from(utterances, ([name, own]) => ({ name, utterances: own, params: {} })),
    entities: objectListAt(assets, 'entities').flatMap((entity) => entityPerLanguage(entity, language)),
    templates: [],
  };
}

function projectIn(files: ProjectFiles): { readonly path: string; readonly tree: JsonObject } {
  const [path, tree] = [...files].find(([, content]) => isJsonObject(content) && 'assets' in content) ?? [
    PROJECT_FILE,
    {},
  ];
  return { path, tree: isJsonObject(tree) ? tree : {} };
}

function membersOf({ metadata, assets }: JsonObject, chosenLanguage: string | undefined) {
  const about = isJsonObject(metadata ?? null) ? (metadata as JsonObject) : {};
  const { language, projectName } = about;
  return {
    metadata: {
      language: isFilledText(language) ? language : (chosenLanguage ?? 'und'),
      name: isFilledText(projectName) ? projectName : undefined,
    },
    assets: isJsonObject(assets ?? null) ? (assets as JsonObject) : {},
  };
}

function isFilledText(json: Json | undefined): json is string {
  return typeof json === 'string' && json !== '';
}

function objectListAt(object: JsonObject, name: string): readonly JsonObject[] {
  const list = object[name];
  return isJsonList(list) ? list.filter(isJsonObject) : [];
}

function languageOrUsual({ language }: JsonObject, usual: string): string {
  return isFilledText(language) ? language : usual;
}

/** Splits a text into the units in which offsets are counted. */
type Units = (text: string) => readonly string[];

const SEGMENTS = new Intl.Segmenter();

const OFFSET_UNITS: Readonly<Record<string, Units>> = {
  Utf16CodeUnit: (text) => text.split(''),
  UnicodeCodePoint: (text) => Array.from(text),
  TextElements_v8: (text) => Array.from(SEGMENTS.segment(text), ({ segment }) => segment),
};

function unitsOf({ stringIndexType }: JsonObject): Units {
  return (
    (isFilledText(stringIndexType) ? OFFSET_UNITS[stringIndexType] : undefined) ?? ((text) => text.split(''))
  );
}

/** Converts a position to other units; a position within a unit becomes the end of the unit. */
function moved(text: string, at: number, [from, to]: readonly [Units, Units]): number {
  return to(from(text).slice(0, at).join('')).length;
}

const POINTS: Units = (text) => Array.from(text);

function utteranceIn(item: JsonObject, units: Units): Utterance {
  const text = isFilledText(item['text']) ? item['text'] : '';
  const spans = objectListAt(item, 'entities').flatMap(({ category, offset, length }): readonly Span[] => {
    if (!isFilledText(category) || !Number.isInteger(offset) || !Number.isInteger(length)) return [];
    const start = moved(text, Number(offset), [units, POINTS]);
    const end = moved(text, Number(offset) + Number(length), [units, POINTS]);
    return end > start ? [{ start, end, entity: category }] : [];
  });
  return { text, spans: sortedSpans(spans) };
}

/** Returns an entity for each language of the synonyms. A value without synonyms is in the language of the project. */
function entityPerLanguage(entity: JsonObject, usual: string): readonly BotEntity[] {
  const { category, list } = entity;
  if (!isFilledText(category)) return [];
  const byLanguage = new Map<string, BotEntity['values'][number][]>();
  for (const sublist of objectListAt(isJsonObject(list ?? null) ? (list as JsonObject) : {}, 'sublists')) {
    const { listKey: value } = sublist;
    if (!isFilledText(value)) continue;
    const texts = synonymsByLanguage(sublist, usual);
    for (const [tag, synonyms] of texts.size > 0 ? texts : new Map([[usual, []]])) {
      const own = byLanguage.get(tag) ?? [];
      byLanguage.set(tag, own);
      own.push({ value, synonyms: synonyms.filter((text) => text !== value) });
    }
  }
  if (byLanguage.size === 0) return [{ name: category, language: null, values: [] }];
  return Array.from(byLanguage, ([language, values]) => ({ name: category, language, values }));
}

function synonymsByLanguage(sublist: JsonObject, usual: string): ReadonlyMap<string, readonly string[]> {
  const synonyms = new Map<string, readonly string[]>();
  for (const item of objectListAt(sublist, 'synonyms')) {
    const tag = languageOrUsual(item, usual);
    const { values } = item;
    synonyms.set(tag, [
      ...(synonyms.get(tag) ?? []),
      ...(isJsonList(values) ? values.filter(isFilledText) : []),
    ]);
  }
  return synonyms;
}

/** Writes a bot into its project file; without one, creates a new file. */
export function writeClu(originals: ProjectFiles, now: BotProject): ProjectFiles {
  const { path, tree } =
    originals.size > 0 ? projectIn(originals) : { path: PROJECT_FILE, tree: newProject(now) };
  const before = readClu(new Map([[path, tree]]), now.language);
  const { assets } = membersOf(tree, now.language);
  const names = (items: readonly { readonly name: string }[]) => [...new Set(items.map(({ name }) => name))];
  const intents = listDiff(names(before.intents), names(now.intents));
  const entities = listDiff(names(before.entities), names(now.entities));
  const stay = (list: string, removed: ReadonlySet<string>) =>
    objectListAt(assets, list).filter(({ category }) => !removed.has(JSON.stringify(category ?? null)));
  const changed = {
    ...assets,
    intents: [...stay('intents', intents.removed), ...intents.added.map((category) => ({ category }))],
    entities: [
      ...stay('entities', entities.removed),
      ...entities.added.map((category) => ({ category, compositionSetting: 'combineComponents' })),
    ].map((entity) => withValues(entity, before, now)),
    utterances: withUtterances(tree, assets, [before, now]),
  };
  return new Map([...originals, [path, { ...tree, assets: changed }]]);
}

function newProject({ name, language, intents }: BotProject): JsonObject {
  const tags = new Set(intents.flatMap(({ utterances }) => Object.keys(utterances)));
  return {
    projectFileVersion: '2023-04-01',
    stringIndexType: 'Utf16CodeUnit',
    metadata: {
      projectKind: 'Conversation',
      settings: { confidenceThreshold: 0.7 },
      projectName: name ?? 'bot',
      multilingual: tags.size > 1,
      description: '',
      language,
    },
    assets: { projectKind: 'Conversation', intents: [], entities: [], utterances: [] },
  };
}

function withValues(entity: JsonObject, before: BotProject, now: BotProject): JsonObject {
  const of = ({ entities, language }: BotProject) =>
    entities
      .filter(({ name }) => name === entity['category'])
      .flatMap((list) => list.values.map((value) => ({ tag: list.language ?? language, ...value })));
  const { added, removed } = listDiff(of(before), of(now));
  if (added.length + removed.size === 0) return entity;
  const list = isJsonObject(entity['list'] ?? null) ? (entity['list'] as JsonObject) : {};
  const gone = new Set([...removed].map((key) => (JSON.parse(key) as { readonly value: string }).value));
  const touched = new Set([...gone, ...added.map(({ value }) => value)]);
  const sublists = objectListAt(list, 'sublists');
  const stay = sublists.filter(({ listKey }) => !touched.has(asText(listKey)));
  const fresh = [...touched].flatMap((listKey) => {
    const synonyms = of(now)
      .filter(({ value }) => value === listKey)
      .map(({ tag, synonyms: texts }) => ({ language: tag, values: [listKey, ...texts] }));
    const known = sublists.find((sublist) => sublist['listKey'] === listKey) ?? {};
    return synonyms.length > 0 ? [{ ...known, listKey, synonyms }] : [];
  });
  return { ...entity, list: { ...list, sublists: [...stay, ...fresh] } };
}

interface Placed extends Utterance {
  readonly intent: string;
  readonly language: string;
}

function placed({ intents }: BotProject): readonly Placed[] {
  return intents.flatMap(({ name, utterances }) =>
    Object.entries(utterances).flatMap(([language, all]) =>
      all.map(({ text, spans }) => ({ intent: name, language, text, spans })),
    ),
  );
}

/** Reduces each entity mention to the fields that CLU stores. */
function withoutSpanExtras({ spans, ...others }: Placed): Placed {
  return { ...others, spans: spans.map(({ start, end, entity }) => ({ start, end, entity })) };
}

function withUtterances(
  tree: JsonObject,
  assets: JsonObject,
  [before, now]: readonly [BotProject, BotProject],
): readonly Json[] {
  const units = unitsOf(tree);
  const { added, removed } = listDiff(placed(before), placed(now).map(withoutSpanExtras));
  const isOld = (item: JsonObject) => {
    const { text, spans } = utteranceIn(item, units);
    const language = languageOrUsual(item, before.language);
    return removed.has(JSON.stringify({ intent: item['intent'] ?? '', language, text, spans }));
  };
  const fresh = added.map(({ intent, language, text, spans }) => ({
    text,
    language,
    intent,
    entities: spans.map(({ start, end, entity }) => {
      const offset = moved(text, start, [POINTS, units]);
      return { category: entity, offset, length: moved(text, end, [POINTS, units]) - offset };
    }),
    dataset: 'Train',
  }));
  return [...objectListAt(assets, 'utterances').filter((item) => !isOld(item)), ...fresh];
}
