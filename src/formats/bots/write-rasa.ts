import { grouped } from '../../shared/grouped';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { type BotProject, byName, listDiff, type ProjectFiles, type Utterance } from './bot-project';
import {
  baseOf,
  exampleText,
  exampleTexts,
  declaredNames,
  namesListed,
  type NluItem,
  nluItem,
  nluItems,
  readRasa,
  UTTER,
} from './rasa-lens';
import { exampleOf, utteranceOf } from './rasa-markup';

const RASA_VERSION = '3.1';

interface ItemChange {
  readonly isGone: boolean;
  readonly added: readonly string[];
  /** Whether a line is to be removed. */
  readonly removes: (line: string) => boolean;
}

/** Writes a bot into the files of its project; without files, creates new ones. */
export function writeRasa(originals: ProjectFiles, now: BotProject): ProjectFiles {
  const files = originals.size > 0 ? new Map(originals) : newFiles(now.language);
  const before = readRasa(files, now.language);
  changeNlu(files, nluChanges(before, now));
  for (const list of ['intents', 'entities'] as const) {
    const namesIn = (project: BotProject) => project[list].map(({ name }) => baseOf(name));
    changeList(files, list, listDiff([...new Set(namesIn(before))], [...new Set(namesIn(now))]));
  }
  changeResponses(files, before, now);
  if (originals.size === 0) addRules(files, now);
  return files;
}

function newFiles(language: string): Map<string, Json> {
  return new Map<string, Json>([
    ['config.yml', { recipe: 'default.v1', language, pipeline: null, policies: null }],
    ['domain.yml', { version: RASA_VERSION, intents: [], entities: [], responses: {} }],
    ['data/nlu.yml', { version: RASA_VERSION, nlu: [] }],
  ]);
}

/** Returns the changes of `nlu` items by kind and name. */
function nluChanges(before: BotProject, now: BotProject): ReadonlyMap<string, ItemChange> {
  const changes = new Map<string, ItemChange>();
  const { language } = now;
  const [intentsBefore, intents] = [byName(before.intents), byName(now.intents)];
  for (const name of new Set([...intentsBefore.keys(), ...intents.keys()])) {
    const of = (all: typeof intents) => all.get(name)?.utterances[language] ?? [];
    const { added, removed } = listDiff(of(intentsBefore), of(intents));
    changes.set(`intent ${name}`, {
      isGone: !intents.has(name),
      added: added.map(exampleOf).filter((line, at) => isSameUtterance(utteranceOf(line), added[at])),
      removes: (line) => removed.has(JSON.stringify(utteranceOf(line))),
    });
  }
  const [valuesBefore, values] = [synonymsAndLookups(before), synonymsAndLookups(now)];
  for (const kind of ['lookup', 'synonym'] as const)
    for (const name of new Set([...valuesBefore[kind].keys(), ...values[kind].keys()])) {
      const of = (all: typeof values) => Array.from(all[kind].get(name) ?? []);
      const { added, removed } = listDiff(of(valuesBefore), of(values));
      const isGone = kind === 'lookup' && !values.lookup.has(name);
      const removes = (line: string) => removed.has(JSON.stringify(line));
      changes.set(`${kind} ${name}`, { isGone, added: added.filter((line) => isLine(line)), removes });
    }
  return changes;
}

function isSameUtterance(utterance: Utterance, other: Utterance | undefined): boolean {
  return JSON.stringify(utterance) === JSON.stringify(other);
}

/** An example is one line without surrounding white space. */
function isLine(text: string): boolean {
  return text !== '' && !text.includes('\n') && text.trim() === text;
}

function synonymsAndLookups({ entities, language }: BotProject) {
  const lookup = new Map<string, Set<string>>();
  const synonym = new Map<string, Set<string>>();
  for (const { name, values, language: tag } of entities) {
    if (tag !== null && tag !== language) continue;
    const own = lookup.get(name) ?? new Set<string>();
    lookup.set(name, own);
    for (const { value, synonyms } of values) {
      own.add(value);
      synonym.set(value, new Set([...(synonym.get(value) ?? []), ...synonyms]));
    }
  }
  return { lookup, synonym };
}

/** Removes lines from items, and adds lines to the last item of a name or to a new item in the first file with `nlu`. */
function changeNlu(files: Map<string, Json>, changes: ReadonlyMap<string, ItemChange>): void {
  const keyOf = ({ kind, name }: NluItem) => `${kind} ${name}`;
  const last = new Map(nluItems(files).map((nlu) => [keyOf(nlu), nlu.item]));
  const changed = (item: Json): readonly Json[] => {
    const [example] = nluItem(item);
    const change = example && changes.get(keyOf(example));
    if (example === undefined || change === undefined) return [item];
    if (change.isGone) return [];
    const added = last.get(keyOf(example)) === item ? change.added : [];
    const examples = withLines(example.item['examples'], added, change.removes);
    const isEmpty = example.kind !== 'intent' && exampleTexts(examples).length === 0;
    if (isEmpty && examples !== example.item['examples']) return [];
    return examples === undefined ? [item] : [{ ...example.item, examples }];
  };
  const missing = [...changes].filter(
    ([key, { isGone, added }]) => !isGone && added.length > 0 && !last.has(key),
  );
  const created = missing.map(([key, { added }]) => {
    const [kind = '', ...name] = key.split(' ');
    const item = { [kind]: name.join(' '), examples: withLines(undefined, added, () => false) ?? '' };
    return { path: fileForKind(files, kind), item };
  });
  for (const [path, tree] of files)
    if (isJsonObject(tree) && isJsonList(tree['nlu']))
      files.set(path, { ...tree, nlu: tree['nlu'].flatMap(changed) });
  for (const [path, items] of grouped(created, (item) => item.path))
    addItems(files, { member: 'nlu', path, items: items.map(({ item }) => item) });
}

/** Returns the last file with items of a kind, otherwise the first one with any items. */
function fileForKind(files: ProjectFiles, kind: string): string {
  const alike = [...files].filter(([, tree]) =>
    nluItems(new Map([['', tree]])).some((item) => item.kind === kind),
  );
  return alike.at(-1)?.[0] ?? firstWith(files, 'nlu') ?? 'data/nlu.yml';
}

function firstWith(files: ProjectFiles, member: string): string | undefined {
  return [...files].find(([, tree]) => isJsonObject(tree) && isJsonList(tree[member]))?.[0];
}

function withLines(
  examples: Json | undefined,
  added: readonly string[],
  removes: ItemChange['removes'],
): Json | undefined {
  if (isJsonList(examples)) {
    const isPlain = examples.every((example) => typeof example === 'string');
    const stay = examples.filter((example) => !removes(exampleText(example) ?? ''));
    if (stay.length === examples.length && added.length === 0) return examples;
    return [...stay, ...added.map((text) => (isPlain ? text : { text }))];
  }
  if (examples !== undefined && typeof examples !== 'string') return examples;
  const text = examples ?? '';
  const lines = text.split('\n').filter((line) => !exampleTexts(line).some(removes));
  const stay = lines.join('\n');
  if (added.length === 0) return examples === undefined ? undefined : stay;
  const separator = stay === '' || stay.endsWith('\n') ? '' : '\n';
  return `${stay}${separator}${added.map((line) => `- ${line}\n`).join('')}`;
}

interface NewItems {
  readonly member: string;
  readonly path: string;
  readonly items: readonly Json[];
}

/** Adds items to a list of a file, and creates the file if it is missing. */
function addItems(files: Map<string, Json>, { member, path, items }: NewItems): void {
  if (items.length === 0) return;
  const tree = files.get(path);
  const own: JsonObject = tree !== undefined && isJsonObject(tree) ? tree : { version: RASA_VERSION };
  const list = own[member];
  files.set(path, { ...own, [member]: [...(isJsonList(list) ? list : []), ...items] });
}

function changeList(
  files: Map<string, Json>,
  member: string,
  { added, removed }: { readonly added: readonly string[]; readonly removed: ReadonlySet<string> },
): void {
  const listed = new Set(namesListed(files, member));
  for (const [path, tree] of files) {
    const list = isJsonObject(tree) ? tree[member] : undefined;
    if (!isJsonObject(tree) || !isJsonList(list)) continue;
    const stay = list.filter(
      (item) => !declaredNames(item).some((name) => removed.has(JSON.stringify(name))),
    );
    files.set(path, { ...tree, [member]: stay });
  }
  const path = firstWith(files, member) ?? 'domain.yml';
  addItems(files, { member, path, items: added.filter((name) => !listed.has(name)) });
}

function changeResponses(files: Map<string, Json>, before: BotProject, now: BotProject): void {
  const { language } = now;
  const [known, wanted] = [byName(before.templates), byName(now.templates)];
  const left = new Map<string, readonly string[]>(
    Array.from(wanted, ([name, { responses }]) => [`${UTTER}${name}`, responses[language] ?? []] as const),
  );
  const knownTexts = (name: string) => known.get(name.slice(UTTER.length))?.responses[language] ?? [];
  const changed = (responses: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(responses).flatMap(([name, list]): readonly (readonly [string, Json])[] => {
        const texts = left.get(name);
        left.delete(name);
        if (!known.has(name.slice(UTTER.length)) || !name.startsWith(UTTER)) return [[name, list]];
        if (texts === undefined) return [];
        return [[name, withTexts(list, listDiff(knownTexts(name), texts))]];
      }),
    );
  let first: string | undefined;
  for (const [path, tree] of files) {
    const responses = isJsonObject(tree) ? tree['responses'] : undefined;
    if (!isJsonObject(tree) || !isJsonObject(responses ?? null)) continue;
    first ??= path;
    files.set(path, { ...tree, responses: changed(responses as JsonObject) });
  }
  const created = [...left].filter(([, texts]) => texts.length > 0);
  if (created.length === 0) return;
  const name = first ?? 'domain.yml';
  const tree = files.get(name);
  const own: JsonObject = tree !== undefined && isJsonObject(tree) ? tree : { version: RASA_VERSION };
  const responses = isJsonObject(own['responses'] ?? null) ? (own['responses'] as JsonObject) : {};
  const added = created.map(([response, texts]) => [response, texts.map((text) => ({ text }))] as const);
  files.set(name, { ...own, responses: { ...responses, ...Object.fromEntries(added) } });
}

function withTexts(
  list: Json,
  { added, removed }: { readonly added: readonly string[]; readonly removed: ReadonlySet<string> },
): Json {
  const all = isJsonList(list) ? list : [];
  const stay = all.filter(
    (response) => !(isJsonObject(response) && removed.has(JSON.stringify(response['text'] ?? null))),
  );
  return [...stay, ...added.map((text) => ({ text }))];
}

/** Adds a rule for each intent that returns the response of its template, so that a new project answers. */
function addRules(files: Map<string, Json>, { intents, templates, language }: BotProject): void {
  const answers = byName(templates);
  const rules = intents.flatMap(({ name, params }) => {
    const template = typeof params['template'] === 'string' ? params['template'] : name;
    if ((answers.get(template)?.responses[language] ?? []).length === 0) return [];
    return [{ rule: `answer ${name}`, steps: [{ intent: baseOf(name) }, { action: `${UTTER}${template}` }] }];
  });
  if (rules.length > 0) files.set('data/rules.yml', { version: RASA_VERSION, rules });
}
