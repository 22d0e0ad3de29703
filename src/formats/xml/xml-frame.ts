import type { ExportedDictionary } from '../../services/exports/export.service';
import { openingTagOf } from './xml-namespaces';

/** Matches tags, and comments and the like that look like tags. */
const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[!?][^>]*>|<(\/?)([^\s/>"'<!?]+)(?:"[^"]*"|'[^']*'|[^"'<>])*>/gu;

/** The element that contains the entries, and whether they precede its other content. */
export interface FrameShape {
  readonly format: string;
  readonly element: string;
  readonly isFirst: boolean;
  /** The head for a dictionary that was not imported from the format. */
  readonly head: string;
  readonly tail: string;
}

/** Writes the text around the entries of a file. Every element that it opens is closed once, whichever entries were removed. */
export class XmlFrame {
  readonly head: string;
  /** The prefix of the element that contains the entries. */
  readonly prefix: string;
  private readonly end: string;
  private readonly open: string[] = [];

  constructor(files: ExportedDictionary['files'], shape: FrameShape) {
    const [head, end] = headAndTail(files, shape);
    this.head = head.replace(/(<\?xml[^<>]*\bencoding\s*=\s*["'])[^"']*/u, '$1UTF-8');
    this.prefix = openingTagOf(shape.element).exec(this.head)?.[1] ?? '';
    this.end = end;
    this.pass(this.head, () => undefined);
  }

  /** Returns the text between two entries without closing tags whose opening tag is missing, because it was removed with another entry. */
  between(text: string): string {
    return this.pass(text, () => undefined);
  }

  /** Returns the end of the file. */
  tail(): string {
    const text = this.pass(this.end, (name) => {
      let closing = '';
      while (this.open.includes(name) && this.open.at(-1) !== name) closing += `</${this.open.pop() ?? ''}>`;
      return closing;
    });
    return (
      text +
      this.open
        .reverse()
        .map((name) => `</${name}>\n`)
        .join('')
    );
  }

  /** @param prepare closes the open elements before a closing tag of another name */
  private pass(text: string, prepare: (name: string) => string | undefined): string {
    return text.replace(MARKUP, (markup: string, slash?: string, name?: string) => {
      if (name === undefined || markup.endsWith('/>')) return markup;
      if (slash !== '/') {
        this.open.push(name);
        return markup;
      }
      const closing = prepare(name) ?? '';
      if (this.open.at(-1) !== name) return closing;
      this.open.pop();
      return closing + markup;
    });
  }
}

function headAndTail(files: ExportedDictionary['files'], shape: FrameShape): readonly [string, string] {
  const head = files.get(`${shape.format}/head`);
  const tail = files.get(`${shape.format}/tail`);
  if (head === undefined || tail === undefined) return [shape.head, shape.tail];
  // A file without entries ends with its head.
  return tail === '' ? dividedHead(head, shape) : [head, tail];
}

function dividedHead(whole: string, { element, isFirst, head, tail }: FrameShape): readonly [string, string] {
  const opening = openingTagOf(element).exec(whole);
  const end = opening ? whole.indexOf('>', opening.index) + 1 : 0;
  if (!opening || end === 0) return [head, tail];
  const tag = whole.slice(opening.index, end);
  const name = opening[0].slice(1);
  const behind = opening.index + tag.length;
  if (tag.endsWith('/>')) return [`${whole.slice(0, behind - 2)}>\n`, `</${name}>${whole.slice(behind)}`];
  const at = isFirst ? behind : whole.lastIndexOf(`</${name}`);
  return [`${whole.slice(0, at).trimEnd()}\n`, whole.slice(at)];
}
