import { SaxesParser } from 'saxes';
import { headingMeaning } from '../headings/headings';
import { headingWords } from '../headings/split-heading';
import { COLUMN_TARGETS, type ColumnMeaning } from '../tables/column-map';
import { childrenOf, elementsOf, type XmlElement } from '../xml/xml-tree';

/** A place in entries or senses with the texts of a typed list. */
export interface XmlPlace {
  /** Path of the elements from the entry or sense; empty for the entry or sense itself. */
  readonly path: string;
  /** The attribute with the text. If it is absent, the element has the text. */
  readonly attribute?: string;
  readonly isOfSense: boolean;
  readonly meaning: ColumnMeaning;
}

/** The elements of examples, and the paths of texts and translations in them. */
export interface ExamplePlace {
  readonly path: string;
  readonly isOfSense: boolean;
  readonly content: string;
  readonly target?: string;
  readonly lang?: string;
}

/** How a dictionary in XML of no known format is read. */
export interface XmlShape {
  readonly root: string;
  /** Name of the elements that are entries. */
  readonly entry: string;
  /** Path of the senses from the entry. */
  readonly sense?: string;
  readonly places: readonly XmlPlace[];
  readonly examples: readonly ExamplePlace[];
  /** Names of elements with text and other elements. */
  readonly mixed: readonly string[];
}

const ENTRY_NAMES = /^(?:.*[^a-z])?(?:entry|lemma|article|lexeme|lexentry|record|word|item|term|row|ar)$/iu;

/** How a path of elements occurs in the beginning of a file. */
interface PathUse {
  readonly name: string;
  readonly depth: number;
  /** The most elements of the path in one parent. */
  siblings: number;
  hasParts: boolean;
}

/** Returns the names of the root element and of the elements that are entries; no entries if no element may be one. */
export function entryNameIn(beginning: string): { readonly root: string; readonly entry?: string } {
  const uses = new Map<string, PathUse>();
  const open: { readonly path: string; readonly children: Map<string, number> }[] = [];
  const parser = new SaxesParser({ fragment: false });
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    const parent = open.at(-1);
    const path = `${parent?.path ?? ''}/${name}`;
    const siblings = (parent?.children.get(name) ?? 0) + 1;
    parent?.children.set(name, siblings);
    const use = uses.get(path) ?? { name, depth: open.length, siblings: 0, hasParts: false };
    use.siblings = Math.max(use.siblings, siblings);
    use.hasParts ||= Object.keys(attributes).length > 0;
    uses.set(path, use);
    const parentUse = uses.get(parent?.path ?? '');
    if (parentUse) parentUse.hasParts = true;
    open.push({ path, children: new Map() });
  });
  parser.on('closetag', () => open.pop());
  parser.write(beginning);
  const [root, ...others] = [...uses.values()];
  const candidates = others
    .filter((use) => use.hasParts && (use.siblings > 1 || ENTRY_NAMES.test(use.name)))
    .sort((a, b) => rankOf(a) - rankOf(b));
  return { root: root?.name ?? '', ...(candidates[0] && { entry: candidates[0].name }) };
}

/** Names of entries count before repeated elements, and outer elements before inner ones. */
function rankOf({ name, depth, siblings }: PathUse): number {
  return (ENTRY_NAMES.test(name) ? 0 : 1000) + depth - (siblings > 1 ? 0.5 : 0);
}

/** Attributes that state a language. */
export const LANGUAGE_ATTRIBUTES = ['xml:lang', 'lang', 'langCode', 'language'] as const;

const NO_PLACES: ReadonlySet<string> = new Set(['xml:space', 'xmlns', ...LANGUAGE_ATTRIBUTES]);

interface Leaf {
  readonly path: string;
  readonly attribute?: string;
}

function isText(child: XmlElement[number]): boolean {
  return typeof child === 'string' && child.trim() !== '';
}

/** Returns the places of texts in an element. An element with text is one, whatever it contains. */
function leavesIn(element: XmlElement, path: string): readonly Leaf[] {
  const attributes = Object.keys(element[1]).filter(
    (name) => !NO_PLACES.has(name) && !name.startsWith('xmlns:'),
  );
  const own = attributes.map((attribute) => ({ path, attribute }));
  if (childrenOf(element).some(isText)) return [{ path }, ...own];
  return [
    ...own,
    ...elementsOf(element).flatMap((child) =>
      leavesIn(child, path === '' ? child[0] : `${path}/${child[0]}`),
    ),
  ];
}

const SENSE_NAMES: ReadonlySet<string> = new Set([
  ...['sense', 'senses', 'meaning', 'sens', 'acception', 'bedeutung', 'sentido', 'acepcion', 'acepcao'],
]);

/** Returns the path of the senses: the outermost elements with parts whose name means a sense. */
function sensePath(leaves: readonly Leaf[]): string | undefined {
  for (const { path, attribute } of leaves) {
    const names = path.split('/');
    const at = names.findLastIndex((name) => headingWords(name).some((word) => SENSE_NAMES.has(word)));
    if (at !== -1 && (at < names.length - 1 || attribute !== undefined))
      return names.slice(0, at + 1).join('/');
  }
  return undefined;
}

/** Meanings of places that an article has once. */
const ONCE: ReadonlySet<string> = new Set(['headword', 'citation', 'homograph', 'id', 'type', 'radical']);

function nameOf({ path, attribute }: Leaf): string {
  return attribute ?? path.slice(path.lastIndexOf('/') + 1);
}

/** Names that say nothing of a text, so that the element around it does. */
const UNSPECIFIC: ReadonlySet<string> = new Set([
  ...[
    'text',
    'form',
    'value',
    'val',
    'content',
    'item',
    'name',
    'label',
    'string',
    'src',
    'href',
    'file',
    'url',
  ],
]);

/** Returns the meaning of a place by its own name or, if that is unspecific, by the one around it. */
function meaningOf(leaf: Leaf): ColumnMeaning | undefined {
  const names = [...leaf.path.split('/'), ...(leaf.attribute === undefined ? [] : [leaf.attribute])];
  const isUnspecific = headingWords(nameOf(leaf)).every((word) => UNSPECIFIC.has(word));
  return headingMeaning((isUnspecific ? names.at(-2) : undefined) ?? nameOf(leaf));
}

const TEXT_WORDS: ReadonlySet<string> = new Set([
  ...['text', 'source', 'form', 'sentence', 'quote', 'original', 'orig', 'vernacular'],
]);
const TARGET_WORDS: ReadonlySet<string> = new Set(['target', 'translated']);

/** Returns the element of the example to which a place belongs; `undefined` if it belongs to none. */
function exampleOf({ path, attribute }: Leaf): string | undefined {
  const names = path.split('/');
  const at = names.findIndex((name) => headingMeaning(name)?.to === 'examples');
  if (at === -1) return undefined;
  // `examples/example/text`: the inner one is the example.
  const inner = names.findLastIndex(
    (name, index) =>
      (index < names.length - 1 || attribute !== undefined || index === at) &&
      headingMeaning(name)?.to === 'examples',
  );
  return names.slice(0, inner + 1).join('/');
}

function examplesIn(leaves: readonly Leaf[], isOfSense: boolean): readonly ExamplePlace[] {
  const found = new Map<string, { content?: string; target?: string; lang?: string }>();
  for (const leaf of leaves) {
    const path = exampleOf(leaf);
    if (path === undefined) continue;
    const example = found.get(path) ?? {};
    found.set(path, example);
    const within = leaf.path.slice(path.length + 1);
    const place = [within, leaf.attribute === undefined ? '' : `@${leaf.attribute}`]
      .filter(Boolean)
      .join('/');
    const words = headingWords(nameOf(leaf));
    const meaning = headingMeaning(nameOf(leaf));
    if (place === '' || meaning?.to === 'examples' || words.some((word) => TEXT_WORDS.has(word)))
      example.content ??= place;
    else if (
      ['translations', 'exampleTranslations'].includes(meaning?.to ?? '') ||
      words.some((word) => TARGET_WORDS.has(word))
    ) {
      example.target ??= place;
      if (example.target === place && meaning?.lang !== undefined) example.lang = meaning.lang;
    }
  }
  return [...found].flatMap(([path, { content, ...rest }]) =>
    content === undefined ? [] : [{ path, isOfSense, content, ...rest }],
  );
}

function uniqueLeaves(trees: readonly XmlElement[]): readonly Leaf[] {
  const leaves = trees.flatMap((tree) => leavesIn(tree, ''));
  return [...new Map(leaves.map((leaf) => [JSON.stringify(leaf), leaf])).values()];
}

/** Guesses the shape of a dictionary by the names of the elements and attributes of its first entries. */
export function guessedShape(
  names: { readonly root: string; readonly entry: string },
  trees: readonly XmlElement[],
): XmlShape {
  const leaves = uniqueLeaves(trees);
  const sense = sensePath(leaves);
  const inSense = (path: string) => sense !== undefined && `${path}/`.startsWith(`${sense}/`);
  const ofEntry = leaves.filter(({ path }) => !inSense(path));
  const ofSense = leaves
    .filter(({ path }) => inSense(path))
    .map((leaf) => ({ ...leaf, path: leaf.path.slice((sense?.length ?? 0) + 1) }));
  const places = [...withHeadword(placesOf(ofEntry, false), ofEntry), ...placesOf(ofSense, true)];
  return {
    ...names,
    ...(sense === undefined ? {} : { sense }),
    places,
    examples: [...examplesIn(ofEntry, false), ...examplesIn(ofSense, true)],
    mixed: [...new Set(trees.flatMap(mixedIn))],
  };
}

function placesOf(leaves: readonly Leaf[], isOfSense: boolean): readonly XmlPlace[] {
  const used = new Set<string>();
  return leaves.flatMap((leaf) => {
    const meaning = exampleOf(leaf) === undefined ? meaningOf(leaf) : undefined;
    if (!meaning || used.has(meaning.to) || !isPlace(leaf, meaning, isOfSense)) return [];
    if (ONCE.has(meaning.to)) used.add(meaning.to);
    return [{ ...leaf, isOfSense, meaning }];
  });
}

/** Words of names that mean an identifier. Others, such as `number`, may mean something else in an element. */
const ID_WORDS: ReadonlySet<string> = new Set([
  'id',
  'guid',
  'uuid',
  'identifier',
  'identifiant',
  'identificador',
]);

function isId(leaf: Leaf): boolean {
  const isNamed = headingWords(nameOf(leaf)).some((word) => ID_WORDS.has(word));
  return leaf.attribute === undefined ? isNamed && !leaf.path.includes('/') : leaf.path === '';
}

function isPlace(leaf: Leaf, { to }: ColumnMeaning, isOfSense: boolean): boolean {
  if (to === 'id') return !isOfSense && isId(leaf);
  if (ONCE.has(to)) return !isOfSense && to !== 'type' && to !== 'radical';
  return Object.hasOwn(COLUMN_TARGETS, to);
}

/** If no name means the headword, it is the first text of entries. */
function withHeadword(places: readonly XmlPlace[], leaves: readonly Leaf[]): readonly XmlPlace[] {
  if (places.some(({ meaning }) => meaning.to === 'headword')) return places;
  const first = leaves.find(
    (leaf) =>
      leaf.path !== '' &&
      !places.some((place) => place.path === leaf.path && place.attribute === leaf.attribute),
  );
  return first ? [{ ...first, isOfSense: false, meaning: { to: 'headword' } }, ...places] : places;
}

function mixedIn(element: XmlElement): readonly string[] {
  const inner = elementsOf(element);
  const own = inner.length > 0 && childrenOf(element).some(isText) ? [element[0]] : [];
  return [...own, ...inner.flatMap(mixedIn)];
}
