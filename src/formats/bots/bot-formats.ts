import { createHash } from 'node:crypto';
import type { ImportedObject } from '../../domain/chatbot/application';
import { Failure } from '../../shared/failure';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { type LossReport, PathCounts, wholeReport } from '../files/loss-report';
import { type BotProject, fieldOf, type ProjectFiles } from './bot-project';
import { readClu, writeClu } from './clu-lens';
import { isSpeech, readDialogflow } from './dialogflow-lens';
import { readProjectFiles, parsedFile } from './project-files';
import { rasaLabels, readRasa } from './rasa-lens';
import { writeDialogflow } from './write-dialogflow';
import { writeRasa } from './write-rasa';

/** A file format of bots. */
interface BotFormat {
  /** File name extension and media type of its files. */
  readonly ending: 'zip' | 'json';
  readonly mediaType: string;
  readonly read: (files: ProjectFiles, language?: string) => BotProject;
  readonly write: (originals: ProjectFiles, project: BotProject) => ProjectFiles;
  /** Recognises a file that every project of the format has. */
  readonly has: (path: string, tree: Json) => boolean;
  /** Label of a path in a report, without file names and numbers. */
  readonly fileName: (path: string) => string;
  readonly labels?: (files: ProjectFiles) => (path: string, item: JsonObject) => string;
  /** The paths that are read as typed members. All other data is stored for exports. */
  readonly typed: readonly string[];
  /** Files and paths with secrets, which are never stored. */
  readonly secretFiles?: RegExp;
  readonly secrets?: RegExp;
}

const FORMAT_BY_NAME: Readonly<Record<string, BotFormat>> = {
  rasa: {
    ending: 'zip',
    mediaType: 'application/zip',
    read: readRasa,
    write: writeRasa,
    has: (path, tree) =>
      /\.ya?ml$/iu.test(path) &&
      isJsonObject(tree) &&
      ['nlu', 'intents', 'responses'].some((name) => name in tree),
    fileName: () => '',
    labels: rasaLabels,
    typed: [
      ...['language', 'intents[]', 'entities[]', 'responses.*[].text'],
      ...['intent', 'lookup', 'synonym'].flatMap((kind) =>
        [kind, 'examples', 'examples[]', 'examples[].text'].map((member) => `nlu[${kind}].${member}`),
      ),
    ],
    secretFiles: /(?:^|\/)(?:credentials|endpoints)[^/]*\.ya?ml$/iu,
  },
  dialogflow: {
    ending: 'zip',
    mediaType: 'application/zip',
    read: readDialogflow,
    write: writeDialogflow,
    has: (path) => /(?:^|\/)agent\.json$/u.test(path),
    fileName: (path) =>
      (path.includes('_usersays_') ? 'usersays ' : path.includes('_entries_') ? 'entries ' : '') ||
      `${/(?:^|\/)(intents|entities)\/[^/]+$/u.exec(path)?.[1] ?? path} `,
    labels: () => (path, item) => (path.endsWith('.messages') && !isSpeech(item) ? 'rich' : ''),
    typed: [
      ...[
        'agent.json language',
        'agent.json displayName',
        'agent.json name',
        'intents name',
        'entities name',
      ],
      ...['usersays [].data[].text', 'usersays [].data[].meta', 'usersays [].data[].alias'],
      ...['entries [].value', 'entries [].synonyms[]'],
      ...['name', 'required', 'dataType', 'prompts[].lang', 'prompts[].value'].map(
        (member) => `intents responses[].parameters[].${member}`,
      ),
      ...['speech', 'speech[]', 'lang'].map((member) => `intents responses[].messages[].${member}`),
    ],
    secrets: /^agent\.json (?:webhook\.(?:headers|username|password)|.*oAuthLinking)/u,
  },
  clu: {
    ending: 'json',
    mediaType: 'application/json',
    read: readClu,
    write: writeClu,
    has: (_, tree) => isJsonObject(tree) && isJsonObject(tree['assets'] ?? null),
    fileName: () => '',
    typed: [
      ...['metadata.language', 'metadata.projectName', 'assets.intents[].category'],
      ...['text', 'language', 'intent', 'entities[].category', 'entities[].offset', 'entities[].length'].map(
        (member) => `assets.utterances[].${member}`,
      ),
      ...['category', 'list.sublists[].listKey', 'list.sublists[].synonyms[].language'].map(
        (member) => `assets.entities[].${member}`,
      ),
      'assets.entities[].list.sublists[].synonyms[].values[]',
    ],
  },
};

export const BOT_FORMATS: readonly string[] = Object.keys(FORMAT_BY_NAME);

/** @throws Failure INVALID_INPUT for an unknown name */
export function botFormatNamed(name: string): BotFormat {
  const format = Object.hasOwn(FORMAT_BY_NAME, name) ? FORMAT_BY_NAME[name] : undefined;
  if (!format)
    throw new Failure('INVALID_INPUT', `There is no bot format ${name}, only ${BOT_FORMATS.join(', ')}`);
  return format;
}

/** The field read from a project of another program, and the outcome for each path of the project. */
export interface ReadProject {
  readonly name: string | undefined;
  readonly lists: ImportedObject['lists'];
  readonly report: LossReport;
}

/**
 * Reads a project: a zip, a folder or a file.
 *
 * @param language tag of the texts, used if the project declares no language
 * @throws FileProblem with the file name and the problem
 * @throws Failure INVALID_INPUT for a project of another format, TOO_LARGE
 */
export async function readProject(path: string, name: string, language?: string): Promise<ReadProject> {
  const format = botFormatNamed(name);
  const counts = new PathCounts();
  const files = new Map<string, Json>();
  const digest = createHash('sha256');
  const read = [...(await readProjectFiles(path))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [file, bytes] of read) {
    digest.update(file).update('\0').update(bytes);
    const content = format.secretFiles?.test(file) === true ? undefined : parsedFile(file, bytes);
    if (content) files.set(file, withoutSecrets(content.tree, { format, file, counts }));
    else counts.drop(`file ${file}`, format.secretFiles?.test(file) === true ? 'SECRET' : 'NO_PLACE');
    for (let comment = 0; comment < (content?.comments ?? 0); comment++) counts.drop('comments', 'COMMENT');
  }
  if (![...files].some(([file, tree]) => format.has(file, tree)))
    throw new Failure('INVALID_INPUT', `${path} is not a project of ${name}`);
  const project = format.read(files, language);
  countPaths(files, format, counts);
  const { intents, entities, templates } = project;
  const stored = intents.length + entities.length + templates.length;
  return {
    name: project.name,
    lists: fieldOf(project, name, files),
    report: wholeReport({
      file: path,
      sha256: digest.digest('hex'),
      format: name,
      entries: stored,
      rows: counts.rows(),
    }),
  };
}

interface Cleaning {
  readonly format: BotFormat;
  readonly file: string;
  readonly counts: PathCounts;
}

function withoutSecrets(tree: Json, { format, file, counts }: Cleaning): Json {
  const { secrets } = format;
  if (secrets === undefined) return tree;
  const clean = (value: Json, path: string): Json => {
    if (isJsonList(value)) return value.map((inner) => clean(inner, `${path}[]`));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).flatMap(([name, inner]): readonly (readonly [string, Json])[] => {
      const at = within(path, name);
      if (!secrets.test(at)) return [[name, clean(inner, at)]];
      counts.drop(at, 'SECRET');
      return [];
    });
    return Object.fromEntries(members);
  };
  return clean(tree, format.fileName(file));
}

function within(path: string, name: string): string {
  return path === '' || path.endsWith(' ') ? `${path}${name}` : `${path}.${name}`;
}

/** Members whose names the author of a project chooses. A report does not list them individually. */
const FREE_NAMES = new Set(['responses']);

function countPaths(files: ProjectFiles, format: BotFormat, counts: PathCounts): void {
  const label = format.labels?.(files);
  const typed = new Set(format.typed);
  const walk = (value: Json, path: string): void => {
    if (isJsonList(value))
      for (const inner of value) {
        const kind = isJsonObject(inner) ? (label?.(path, inner) ?? '') : '';
        walk(inner, `${path}[${kind}]`);
      }
    else if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value))
        walk(inner, FREE_NAMES.has(path) ? `${path}.*` : within(path, name));
    else counts.add(path, typed.has(path) ? 'typed' : 'kept');
  };
  for (const [file, tree] of files)
    if (typeof tree === 'string') counts.add(`file ${file}`, 'kept');
    else walk(tree, format.fileName(file));
}
