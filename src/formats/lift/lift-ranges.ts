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

/**
 * Returns the ranges file in the folder of the dictionary, which has the labels of categories and domains: that of its name, else the
 * only one if the folder has one dictionary.
 */
export async function rangesBeside(
  path: string,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const all = (await readdir(dirname(path))).filter((name) => !name.startsWith('.'));
  const [words, ranges] = ['.lift', '.lift-ranges'].map((end) => all.filter((name) => name.endsWith(end)));
  const own = all.filter((name) => name === `${basename(path)}-ranges`);
  const isOnly = words?.length === 1 && ranges?.length === 1;
  const names = own.length === 0 && isOnly ? ranges : own;
  return Promise.all(
    names.map(async (name) => {
      const file = join(dirname(path), name);
      if ((await stat(file)).size > MAX_RANGES_BYTES)
        throw fileProblem('OVER_LIMIT', `${name} has more than ${MAX_RANGES_BYTES} bytes`);
      return { name: `lift/ranges/${name}`, text: await readFile(file, 'utf8') };
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
 * @param texts ranges files, and the beginning of a LIFT file, which may have ranges too
 */
export async function labelsIn(
  texts: readonly string[],
  languages: readonly string[],
): Promise<CodeLabels | undefined> {
  const labels = new CodeLabelsBuilder();
  const preferred = [...languages, 'en'];
  for (const text of texts)
    for await (const { range, tree } of rangeElements(text)) {
      const code = tree[1]['id'] ?? '';
      labels.add(range, code, shownText(code, labelIn(tree, preferred)));
    }
  return labels.labels();
}

/** A ranges file that is damaged does not prevent the import: its values remain codes from there. */
async function* rangeElements(
  text: string,
): AsyncGenerator<{ readonly range: string; readonly tree: XmlElement }> {
  let range = '';
  try {
    for await (const part of splitXml(once(text), VALUES)) {
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

/** Codes of FieldWorks often have the label in English. Those of semantic domains keep their number: `1.1 Ciel` for `1.1 Sky`. */
function shownText(code: string, label: string): string {
  if (label === '' || code.includes(label)) return code;
  const [number] = NUMBER.exec(code) ?? [];
  return number === undefined || label.startsWith(number) ? label : `${number} ${label}`;
}
