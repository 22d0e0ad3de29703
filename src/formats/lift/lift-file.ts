import { FileProblem } from '../files/position';
import { parseXml } from '../xml/parse-xml';
import { splitXml, type XmlPart } from '../xml/split-xml';
import type { XmlElement } from '../xml/xml-tree';

/** An entry of a file that could be read, or why not. */
export interface LiftEntry {
  readonly part: XmlPart;
  readonly tree?: XmlElement;
  readonly problem?: FileProblem;
}

/** Elements whose white space is text. */
const MIXED: ReadonlySet<string> = new Set(['text', 'span']);

const VERSION = /<lift\b[^>]*\bversion\s*=\s*["']([^"']*)["']/u;

/**
 * Reads LIFT entry by entry. A broken entry is one problem; a file that is cut, or none of LIFT, ends the reading.
 *
 * @param frame takes what stands around the entries, as it is read
 * @throws FileProblem with line and column
 */
export async function* liftEntries(
  chunks: AsyncIterable<string>,
  frame: (text: string, isHead: boolean) => void,
): AsyncGenerator<LiftEntry> {
  let isHead = true;
  for await (const part of splitXml(chunks, 'entry')) {
    if (isHead) refuseOther(part);
    if (part.isEntry) yield { part, ...entryOf(part) };
    else frame(part.text, isHead);
    isHead = false;
  }
}

function entryOf({ text, start }: XmlPart): Pick<LiftEntry, 'tree' | 'problem'> {
  try {
    return { tree: parseXml({ text, start, mixed: MIXED }) };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error };
    throw error;
  }
}

function refuseOther({ text, start }: XmlPart): void {
  if (!/<lift[\s/>]/u.test(text))
    throw new FileProblem('WRONG_ROOT', start, 'the file has no element <lift>');
}

/** The version that a file names; `undefined` for none. */
export function liftVersion(head: string): string | undefined {
  return VERSION.exec(head)?.[1];
}
