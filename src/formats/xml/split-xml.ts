import { FileProblem, type Position, positionAfter } from '../files/position';
import {
  isSameNamespace,
  localName,
  MAX_NAMESPACES,
  type NamespaceScope,
  prefixOf,
  scopeWithin,
} from './xml-namespaces';

/** A part of an XML file: a whole entry, or text between entries. */
export interface XmlPart {
  readonly isEntry: boolean;
  readonly text: string;
  readonly start: Position;
  /** Offset of its end in the file, in characters. */
  readonly end: number;
  /** The namespaces that are declared around an entry whose name has a prefix. */
  readonly namespaces?: NamespaceScope;
}

/** Maximum length of text between entries, in characters. Headers of LIFT may have lists of thousands of domains. */
const MAX_XML_PART_LENGTH = 4 * 1024 * 1024;

/** Maximum length of an entry, in characters: several times the largest article. A parser takes a second for a longer one. */
const MAX_XML_ENTRY_LENGTH = 1024 * 1024;

/** Maximum number of elements around an entry, which are all held in memory. */
const MAX_OUTER_LEVELS = 100;

const NO_NAMESPACES: NamespaceScope = new Map();

const TAG = /<(\/?)([^\s/>"'<]+)[^"'<>]*(?:(?:"[^"]*"|'[^']*')[^"'<>]*)*>/uy;

/** Maximum length of a tag or comment, in characters. It is scanned again with each chunk of the file. */
const MAX_MARKUP_LENGTH = 1024 * 1024;

/** Start and end delimiters of markup other than tags. */
const OTHER_MARKUP = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

const DOCTYPE = /<!DOCTYPE[^[>]*(?:\[[^\]]*\][^>]*)?>/uy;

/**
 * Splits XML at the ends of its entries without parsing them, with one entry in memory. Errors inside an entry are left to the parser;
 * open and close tags outside of entries are matched here.
 *
 * @param entries names of the elements that are entries; a nested one is part of the outer one
 * @param root name of the element around the entries. If it is given, the names may have prefixes of its namespace
 * @throws FileProblem with line and column
 */
export async function* splitXml(
  chunks: AsyncIterable<string>,
  entries: ReadonlySet<string>,
  root?: string,
): AsyncGenerator<XmlPart> {
  const splitter = new Splitter(entries, root);
  for await (const chunk of chunks) yield* splitter.take(chunk);
  yield* splitter.finish();
}

class Splitter {
  private buffered = '';
  /** Offset up to which `held` has been scanned. */
  private at = 0;
  private start: Position = { line: 1, column: 1 };
  private end = 0;
  private readonly open: { readonly name: string; readonly scope: NamespaceScope }[] = [];
  /** Number of open entry elements. */
  private depth = 0;
  private hasRoot = false;
  /** The open entry: its prefix with the colon, and the namespaces around it. */
  private entry: { readonly prefix: string; readonly namespaces?: NamespaceScope } = { prefix: '' };
  private rootNamespace: string | undefined;

  constructor(
    private readonly entries: ReadonlySet<string>,
    private readonly root: string | undefined,
  ) {}

  *take(chunk: string): Generator<XmlPart> {
    this.buffered += chunk;
    for (
      let next = this.buffered.indexOf('<', this.at);
      next !== -1;
      next = this.buffered.indexOf('<', this.at)
    ) {
      const markup = this.markupAt(next);
      if (markup === undefined) {
        this.at = next;
        if (this.buffered.length - next > MAX_MARKUP_LENGTH)
          throw this.problem(
            'OVER_LIMIT',
            next,
            `a tag or comment is longer than ${MAX_MARKUP_LENGTH} characters`,
          );
        break;
      }
      yield* this.pass(next, markup);
    }
    if (this.depth > 0) this.assertEntryLength(this.buffered.length);
    else this.assertTextLength(this.buffered.length);
  }

  *finish(): Generator<XmlPart> {
    const [entry] = this.entries;
    const open = this.depth > 0 ? entry : this.open.at(-1)?.name;
    if (this.buffered.includes('<', this.at))
      throw this.problem('CUT_FILE', this.buffered.indexOf('<', this.at), 'the file ends inside a tag');
    if (open !== undefined) throw this.problem('CUT_FILE', 0, `the file ends and <${open}> is not closed`);
    if (!this.hasRoot) throw this.problem('NOT_XML', 0, 'the file has no element');
    if (this.buffered !== '') yield this.cutText(this.buffered.length);
  }

  /** Advances past a piece of markup, and splits before and after an entry. */
  private *pass(from: number, markup: Markup): Generator<XmlPart> {
    const { end, name, isClosing, isEmpty } = markup;
    if (name === undefined) {
      this.at = end;
    } else if (this.isEntry(from, markup)) {
      let to = end;
      this.hasRoot = true;
      if (this.depth === 0 && !isClosing && from > 0) {
        yield this.cutText(from);
        to -= from;
      }
      this.depth += isClosing ? -1 : isEmpty ? 0 : 1;
      if (this.depth < 0) throw this.problem('NOT_XML', 0, `</${name}> closes nothing`);
      if (this.depth === 0) yield this.cutEntry(to);
      else this.at = to;
    } else {
      if (this.depth === 0) this.outside(from, markup);
      this.at = end;
    }
  }

  /** Whether a tag is that of an entry. Names with a prefix are, if the prefix is one of the namespace of the root element. */
  private isEntry(from: number, { name, text, isClosing }: Tag): boolean {
    const { prefix } = this.entry;
    if (this.depth > 0) return name.startsWith(prefix) && this.entries.has(name.slice(prefix.length));
    const isWhole = this.entries.has(name);
    if (this.root === undefined || (!isWhole && !this.entries.has(localName(name)))) return isWhole;
    const scope = this.scopeOf(from, name, text);
    const uri = scope.get(prefixOf(name));
    if (uri !== undefined && !isSameNamespace(uri, this.rootNamespace)) return false;
    if (!isClosing)
      this.entry = isWhole ? { prefix: '' } : { prefix: `${prefixOf(name)}:`, namespaces: scope };
    return true;
  }

  /** Returns the namespaces within an element outside of entries. */
  private scopeOf(from: number, name: string, text: string): NamespaceScope {
    const scope = scopeWithin(this.open.at(-1)?.scope ?? NO_NAMESPACES, text);
    if (scope.size > MAX_NAMESPACES)
      throw this.problem('OVER_LIMIT', from, `more than ${MAX_NAMESPACES} prefixes are declared here`);
    const prefix = prefixOf(name);
    const isOfFormat = localName(name) === this.root || this.entries.has(localName(name));
    if (this.root !== undefined && isOfFormat && prefix !== '' && !scope.has(prefix))
      throw this.problem('NOT_XML', from, `the prefix of <${name}> is not declared: add xmlns:${prefix}="…"`);
    return scope;
  }

  private outside(from: number, { name, text, isClosing, isEmpty }: Tag): void {
    if (this.open.length === 0 && this.hasRoot && !isClosing)
      throw this.problem('NOT_XML', from, `<${name}> comes after the end of the document`);
    this.hasRoot = true;
    if (!isClosing) {
      const scope = this.scopeOf(from, name, text);
      if (localName(name) === this.root) this.rootNamespace ??= scope.get(prefixOf(name));
      if (this.open.length >= MAX_OUTER_LEVELS)
        throw this.problem('OVER_LIMIT', from, `<${name}> is nested deeper than ${MAX_OUTER_LEVELS} levels`);
      if (!isEmpty) this.open.push({ name, scope });
    } else if (this.open.pop()?.name !== name)
      throw this.problem('NOT_XML', from, `</${name}> closes another element`);
  }

  /** Cuts off an entry. Its length is checked here too, because a chunk may hold an entry from its beginning to its end. */
  private cutEntry(to: number): XmlPart {
    this.assertEntryLength(to);
    const { namespaces } = this.entry;
    return { isEntry: true, ...this.cut(to), ...(namespaces && { namespaces }) };
  }

  /** Cuts off text between entries, and checks its length as that of an entry. */
  private cutText(to: number): XmlPart {
    this.assertTextLength(to);
    return { isEntry: false, ...this.cut(to) };
  }

  private cut(to: number): Omit<XmlPart, 'isEntry' | 'namespaces'> {
    const text = this.buffered.slice(0, to);
    const { start } = this;
    this.buffered = this.buffered.slice(to);
    this.at = 0;
    this.start = positionAfter(start, text);
    this.end += to;
    return { text, start, end: this.end };
  }

  private assertEntryLength(length: number): void {
    if (length > MAX_XML_ENTRY_LENGTH)
      throw this.problem('OVER_LIMIT', 0, `an entry is longer than ${MAX_XML_ENTRY_LENGTH} characters`);
  }

  private assertTextLength(length: number): void {
    if (length > MAX_XML_PART_LENGTH)
      throw this.problem(
        'OVER_LIMIT',
        0,
        `a part of the file is longer than ${MAX_XML_PART_LENGTH} characters`,
      );
  }

  /** Returns the markup at an offset; `undefined` if more of the file is needed. */
  private markupAt(from: number): Markup | undefined {
    for (const [begin, finish] of OTHER_MARKUP) {
      if (!this.buffered.startsWith(begin, from)) continue;
      const end = this.buffered.indexOf(finish, from + begin.length);
      return end === -1 ? undefined : { end: end + finish.length };
    }
    if (this.buffered.startsWith('<!', from)) {
      DOCTYPE.lastIndex = from;
      return DOCTYPE.test(this.buffered) ? { end: DOCTYPE.lastIndex } : undefined;
    }
    TAG.lastIndex = from;
    const match = TAG.exec(this.buffered);
    if (match) {
      const [text, slash, name = ''] = match;
      return { end: TAG.lastIndex, text, name, isClosing: slash === '/', isEmpty: text.endsWith('/>') };
    }
    const next = this.buffered.indexOf('<', from + 1);
    if (next !== -1 && !/["']/u.test(this.buffered.slice(from, next)))
      throw this.problem('NOT_XML', from, 'a tag begins here that is not closed');
    return undefined;
  }

  private problem(code: 'NOT_XML' | 'OVER_LIMIT' | 'CUT_FILE', at: number, complaint: string): FileProblem {
    return new FileProblem(code, positionAfter(this.start, this.buffered.slice(0, at)), complaint);
  }
}

interface Tag {
  readonly end: number;
  readonly text: string;
  readonly name: string;
  readonly isClosing: boolean;
  readonly isEmpty: boolean;
}

/** A tag, or other markup such as a comment, which has no name. */
type Markup = Tag | (Pick<Tag, 'end'> & Partial<Record<Exclude<keyof Tag, 'end'>, undefined>>);
