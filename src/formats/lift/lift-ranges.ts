import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FileProblem, fileProblem } from '../files/position';
import { type CodeLabels, CodeLabelsBuilder } from '../lens/code-labels';
import { parseXml } from '../xml/parse-xml';
import { splitXml } from '../xml/split-xml';
import { readPath, selectChains } from '../xml/xml-path';
import { collapsed } from '../xml/xml-rows';
import type { XmlElement } from '../xml/xml-tree';

/** Maximum size of a ranges file that is stored, in bytes. */
const MAX_RANGES_BYTES = 8 * 1024 * 1024;

/** A ranges file in the folder of a dictionary. */
export interface RangesFile {
  /** The name under which it is stored. */
  readonly name: string;
  readonly chunks: () => AsyncIterable<string>;
  /** The text that is stored; absent for a file that is too large. */
  readonly text?: string;
  readonly problem?: FileProblem;
}

/**
 * Returns the ranges file in the folder of the dictionary, which has the labels of categories and domains: that of its name, else the
 * only one if the folder has one dictionary.
 */
export async function readRanges(path: string): Promise<readonly RangesFile[]> {
  const all = (await readdir(dirname(path))).filter((name) => !name.startsWith('.'));
  const [words, ranges] = ['.lift', '.lift-ranges'].map((end) => all.filter((name) => name.endsWith(end)));
  const own = all.filter((name) => name === `${basename(path)}-ranges`);
  const isOnly = words?.length === 1 && ranges?.length === 1;
  const names = own.length === 0 && isOnly ? ranges : own;
  return Promise.all(
    names.map(async (name) => {
      const file = join(dirname(path), name);
      const stored = `lift/ranges/${name}`;
      if ((await stat(file)).size <= MAX_RANGES_BYTES) {
        const text = await readFile(file, 'utf8');
        return { name: stored, text, chunks: () => once(text) };
      }
      const complaint = `${name} has more than ${MAX_RANGES_BYTES} bytes: its labels are read, but an export will not contain it`;
      const chunks = () => createReadStream(file, 'utf8') as AsyncIterable<string>;
      return { name: stored, chunks, problem: fileProblem('OVER_LIMIT', complaint) };
    }),
  );
}

/** Elements of which ranges consist. */
const VALUES: ReadonlySet<string> = new Set(['range-element']);

/** Matches the beginnings of ranges, with their names. */
const RANGE = /<range\s(?:[^<>]*\s)?id\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

const MIXED: ReadonlySet<string> = new Set(['text', 'span']);

/**
 * Reads the labels of the values of ranges: each in the first language that it has of those given, else in English, else in any.
 *
 * @param head the beginning of a LIFT file, which describes its fields and may have ranges too
 */
export async function labelsIn(
  head: string,
  files: readonly Pick<RangesFile, 'chunks'>[],
  languages: readonly string[],
): Promise<CodeLabels | undefined> {
  const labels = new CodeLabelsBuilder();
  const preferred = [...languages, 'en'];
  const fields = await fieldsByRange(head);
  for (const chunks of [() => once(head), ...files.map((file) => file.chunks)])
    for await (const { range, tree } of elementsIn(chunks(), VALUES)) {
      const code = tree[1]['id'] ?? '';
      const label = shownText(code, labelIn(tree, preferred));
      for (const list of [range, ...(fields.get(range) ?? [])]) labels.add(list, code, label);
    }
  return labels.labels();
}

/** Elements of the header that describe fields; the second one is that of LIFT 0.15. */
const FIELDS: ReadonlySet<string> = new Set(['field', 'field-definition']);

/** Matches the name of a range in the description of a custom field of FieldWorks. */
const RANGE_OF_FIELD = /(?:^|;)\s*range=([^;]+)/u;

/** Returns the names of the custom fields whose values are in a range, by the name of the range. */
async function fieldsByRange(head: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const fields = new Map<string, string[]>();
  for await (const { tree } of elementsIn(once(head), FIELDS)) {
    const descriptions = selectChains([tree], 'form/text').map((chain) => readPath(chain, '') ?? '');
    const range =
      tree[1]['option-range'] ??
      descriptions.map((description) => RANGE_OF_FIELD.exec(description)?.[1]?.trim()).find(Boolean);
    const name = tree[1]['tag'] ?? tree[1]['name'];
    if (range !== undefined && name !== undefined && name !== range)
      fields.set(range, [...(fields.get(range) ?? []), name]);
  }
  return fields;
}

/** A ranges file that is damaged does not prevent the import: its values remain codes from there. */
async function* elementsIn(
  chunks: AsyncIterable<string>,
  names: ReadonlySet<string>,
): AsyncGenerator<{ readonly range: string; readonly tree: XmlElement }> {
  let range = '';
  try {
    for await (const part of splitXml(chunks, names)) {
      if (part.isEntry) yield { range, tree: parseXml({ ...part, mixed: MIXED }) };
      else for (const [, double, single] of part.text.matchAll(RANGE)) range = double ?? single ?? '';
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

function labelIn(tree: XmlElement, preferred: readonly string[]): string {
  const texts = new Map(
    selectChains([tree], 'label/form').map((form) => [
      readPath(form, '@lang'),
      collapsed(readPath(form, 'text') ?? ''),
    ]),
  );
  const language = preferred.find((tag) => Boolean(texts.get(tag)));
  return texts.get(language) ?? [...texts.values()].find((text) => text !== '') ?? '';
}

/** Matches the numbers of semantic domains. */
const NUMBER = /^\d+(?:\.\d+)+/u;

/** Returns the words of a text between spaces, so that one that contains another has all its words. */
function spaced(text: string): string {
  return ` ${text.replace(/[^\p{Letter}\p{Mark}\d]+/gu, ' ').trim()} `;
}

/** Codes of FieldWorks often have the label in English. Those of semantic domains keep their number: `1.1 Ciel` for `1.1 Sky`. */
function shownText(code: string, label: string): string {
  if (label === '' || spaced(code).includes(spaced(label))) return code;
  const [number] = NUMBER.exec(code) ?? [];
  return number === undefined || label.startsWith(number) ? label : `${number} ${label}`;
}
