import { isJsonList, isJsonObject, type JsonObject } from '../../shared/json';
import { type LossReport, PathCounts, wholeReport } from '../files/loss-report';
import { botFormatNamed } from './bot-formats';
import {
  type BotProject,
  ORIGINAL_REQUEST,
  originalFiles,
  originalLanguage,
  projectOf,
  type StoredField,
  asText,
} from './bot-project';
import { single, zipped } from './project-files';

/** The files of a field in a format, and the data that the files cannot express. */
export interface WrittenProject {
  readonly content: AsyncIterable<string | Uint8Array>;
  readonly report: LossReport;
}

/** Writes a field in a format. A field that was imported in this format is written into its original files. */
export function writeProject(
  field: StoredField,
  formatName: string,
  name: string | undefined,
): WrittenProject {
  const format = botFormatNamed(formatName);
  const originals = originalFiles(field, formatName);
  const known = originals.size > 0 ? (originalLanguage(field, formatName) ?? 'und') : undefined;
  const project = projectOf(field, name, known === 'und' ? undefined : known);
  const files = format.write(originals, project);
  const rows = lostOf(field, { formatName, project, written: format.read(files, project.language) });
  const { intents, entities, templates } = project;
  const entries = intents.length + entities.length + templates.length;
  return {
    content: format.ending === 'zip' ? zipped(files) : single(files),
    report: wholeReport({ file: name ?? '', sha256: '', format: formatName, entries, rows }),
  };
}

interface Comparison {
  readonly formatName: string;
  readonly project: BotProject;
  /** The project that results from reading the written files. */
  readonly written: BotProject;
}

/** Reports the data that reading the written files does not return. */
function lostOf(field: StoredField, { formatName, project, written }: Comparison): LossReport['rows'] {
  const counts = new PathCounts();
  const there = new Set(statementsOf(written).map(([path, text]) => `${path}\n${text}`));
  for (const [path, text] of statementsOf(project))
    if (there.has(`${path}\n${text}`)) counts.add(path, 'typed');
    else counts.drop(path, 'NO_PLACE');
  for (const { request_name: name, request_content: content } of field.requests) {
    const isOriginal = name === ORIGINAL_REQUEST && isJsonObject(content ?? null);
    if (!isOriginal) counts.drop('requests', 'NO_PLACE');
    else if ((content as JsonObject)['format'] === formatName) counts.add('original', 'kept');
    else counts.drop(`original of ${asText((content as JsonObject)['format'])}`, 'NO_PLACE');
  }
  for (const { entity_values: written, dictionary_values: fed } of field.entities) {
    if (isJsonObject(written ?? null) && isJsonObject((written as JsonObject)['source'] ?? null))
      counts.drop('entity_values.source', 'NO_PLACE');
    const { totalCount, values } = isJsonObject(fed ?? null) ? (fed as JsonObject) : {};
    const missing = Number(totalCount ?? 0) - (isJsonList(values) ? values.length : 0);
    for (let one = 0; one < missing; one++) counts.drop('entity_values.source values', 'OVER_LIMIT');
  }
  for (const { template_html: html } of field.templates)
    if (typeof html === 'string' && html !== '') counts.drop('template_html', 'NO_PLACE');
  return counts.rows();
}

/** Lists every statement of a project with its path. */
function statementsOf({ intents, entities, templates, language }: BotProject): (readonly [string, string])[] {
  const key = (...parts: readonly unknown[]) => JSON.stringify(parts);
  return [
    ...intents.flatMap(({ name, utterances, params }) => [
      ['intent_name', name] as const,
      ...Object.entries(utterances).flatMap(([tag, all]) =>
        all.flatMap(({ text, spans }) => [
          ['intent_utterances', key(name, tag, text)] as const,
          ...spans.map((span) => ['intent_params.annotated', key(name, tag, text, span)] as const),
        ]),
      ),
      ...Object.entries(params).flatMap(([member, value]) =>
        (isJsonList(value) ? value : [value]).map(
          (param) => [`intent_params.${member}`, key(name, param)] as const,
        ),
      ),
    ]),
    ...entities.flatMap(({ name, values, language: tag }) => [
      ['entity_name', name] as const,
      ...values.flatMap(({ value, synonyms }) => [
        ['entity_values', key(name, tag ?? language, value)] as const,
        ...synonyms.map(
          (text) => ['entity_values.synonyms', key(name, tag ?? language, value, text)] as const,
        ),
      ]),
    ]),
    ...templates.flatMap(({ name, responses }) =>
      Object.entries(responses).flatMap(([tag, texts]) =>
        texts.map((text) => ['template_responses', key(name, tag, text)] as const),
      ),
    ),
  ];
}
