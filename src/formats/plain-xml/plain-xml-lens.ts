import type { ArticleContent } from '../../domain/article/article-content';
import type { JsonObject } from '../../shared/json';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import { fieldText, type FoundItem, type Lens, type Row, type TypedItem } from '../lens/typed-item';
import { COLUMN_TARGETS } from '../tables/column-map';
import { extensionRow } from '../xml/extension-row';
import { xmlExamples } from '../xml/xml-examples';
import {
  appendChain,
  readPath,
  removeChain,
  selectChains,
  type Visits,
  writePath,
  type XmlChain,
} from '../xml/xml-path';
import { entryField, type XmlScope } from '../xml/xml-rows';
import { removeSense, scopesOfEntry } from '../xml/xml-senses';
import type { XmlElement } from '../xml/xml-tree';
import { type ExamplePlace, LANGUAGE_ATTRIBUTES, type XmlPlace, type XmlShape } from './xml-shape';

/** Element for data that the dictionary has no element for, and its attribute with the name of the list. */
const EXTENSION = 'griot';

const EXTENDED = [
  ...['type', 'radical', 'categories', 'classes', 'forms', 'translations', 'examples', 'variants', 'entry'],
  ...['definitions', 'notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies', 'media'],
];

/** Lists whose items have a language. */
const HAVE_LANGUAGE: ReadonlySet<string> = new Set([
  'translations',
  'definitions',
  'notes',
  'pronunciations',
]);

const LANGUAGE_PATHS = LANGUAGE_ATTRIBUTES.map((name) => `@${name}`);

function languageAt(chain: XmlChain, visits?: Visits): string | undefined {
  for (const path of LANGUAGE_PATHS) {
    const tag = readPath(chain, path, visits);
    if (tag !== undefined) return tag;
  }
  return undefined;
}

interface EditedText {
  readonly field: string;
  /** Path of the text from its element. */
  readonly text: string;
  /** Number of outer elements that remain. */
  readonly keep: number;
}

function editsOf(element: XmlChain, { field, text, keep }: EditedText): Pick<FoundItem, 'write' | 'remove'> {
  return {
    write: (name, value) => {
      if (name !== field || value === undefined) return false;
      writePath(element, text, fieldText(value));
      return true;
    },
    remove: () => {
      if (text !== '') writePath(element, text, undefined);
      // An element whose text was an attribute may have other data.
      if (text === '' || (element.length > keep && isEmpty(element.at(-1)))) removeChain(element, keep);
    },
  };
}

function isEmpty(element: XmlElement | undefined): boolean {
  return element?.length === 2 && Object.keys(element[1]).length === 0;
}

/** Returns the row of a place: an item for each text. */
function placeRow(place: XmlPlace): Row<XmlScope> {
  const { path, attribute, isOfSense, meaning } = place;
  const {
    member,
    field,
    constants: implied = {},
  } = COLUMN_TARGETS[meaning.to] ?? { member: 'notes', field: 'content' };
  const text = attribute === undefined ? '' : `@${attribute}`;
  const hasLanguage = HAVE_LANGUAGE.has(member);
  const constants: TypedItem = {
    ...implied,
    ...(meaning.type === undefined ? {} : { type: meaning.type }),
    ...(meaning.lang === undefined || !hasLanguage ? {} : { lang: meaning.lang }),
  };
  const readsLanguage = hasLanguage && constants['lang'] === undefined && path !== '';
  return {
    member,
    path: [path, text].filter(Boolean).join('/'),
    isOfSense,
    find: ({ chain, visits }) =>
      selectChains(chain, path).flatMap((element): FoundItem[] => {
        const content = readPath(element, text, visits);
        if (content === undefined) return [];
        const lang = readsLanguage ? languageAt(element, visits) : undefined;
        const item = { ...constants, ...(lang === undefined ? {} : { lang }), [field]: content };
        return [{ item, ...editsOf(element, { field, text, keep: chain.length }) }];
      }),
    accepts: (item, scope) =>
      typeof item[field] !== 'object' &&
      item[field] !== undefined &&
      Object.keys(item).every(
        (name) => name === field || name in constants || (name === 'lang' && readsLanguage),
      ) &&
      Object.entries(constants).every(([name, value]) => item[name] === value) &&
      // An attribute of the entry or sense itself has one value.
      (path !== '' || scope === undefined || readPath(scope.chain, text) === undefined),
    make: ({ chain }, item) => {
      const element = path === '' ? chain : appendChain(chain, path);
      writePath(element, text, fieldText(item[field]));
      if (readsLanguage && item['lang'] !== undefined)
        writePath(element, '@xml:lang', fieldText(item['lang']));
    },
  };
}

const ENTRY_FIELDS: ReadonlySet<string> = new Set(['headword', 'citation', 'homograph', 'id']);

function fieldRow({ path, attribute, meaning }: XmlPlace): Row<XmlScope> {
  const full = [path, ...(attribute === undefined ? [] : [`@${attribute}`])].filter(Boolean).join('/');
  return entryField(meaning.to, full, full);
}

function plainXmlExampleRow({ path, isOfSense, content, target, lang }: ExamplePlace): Row<XmlScope> {
  // A translation in an attribute of the example itself.
  const isAttribute = target?.startsWith('@') === true;
  const row = xmlExamples({
    path,
    isOfSense,
    own: { content: [content] },
    translation: isAttribute ? '' : (target ?? `${EXTENSION}-translation`),
    fields: { ...(lang === undefined ? { lang: LANGUAGE_PATHS } : {}), target: [isAttribute ? target : ''] },
    implied: lang === undefined ? undefined : { lang },
  });
  return {
    ...row,
    accepts: (item, scope) =>
      row.accepts(item, scope) && (item['target'] === undefined || (target !== undefined && !isAttribute)),
  };
}

const SENSE_IDS = ['@id', '@ID', '@xml:id'];

const SENSE: Row<XmlScope> = {
  member: 'senses',
  path: 'sense',
  isOfSense: true,
  find: ({ chain, sense, visits }) => {
    const id = SENSE_IDS.map((path) => readPath(chain, path, visits)).find((id) => id !== undefined);
    const element = chain.at(-1);
    if (element) visits?.elements.add(element);
    const item = {
      number: sense?.number ?? 0,
      ...(id === undefined ? {} : { id }),
      ...(sense?.parent === undefined ? {} : { parent: sense.parent }),
    };
    return [{ item, write: () => false, remove: () => undefined }];
  },
  accepts: () => false,
  make: () => undefined,
};

function rowsOf({ places, examples }: XmlShape): readonly Row<XmlScope>[] {
  const [fields, lists] = [true, false].map((isField) =>
    places.filter(({ meaning }) => ENTRY_FIELDS.has(meaning.to) === isField),
  );
  return [
    ...(fields ?? []).map(fieldRow),
    SENSE,
    ...(lists ?? []).map(placeRow),
    ...examples.map(plainXmlExampleRow),
    ...EXTENDED.map((member) => extensionRow(member, `${EXTENSION}[@member=${member}]`)),
  ];
}

const rowsByShape = new WeakMap<XmlShape, readonly Row<XmlScope>[]>();

/** Path of senses in dictionaries that have none. */
const NEW_SENSE = 'sense';

function plainXmlLens(shape: XmlShape, visits?: Visits): Lens<XmlElement, XmlScope> {
  const rows = rowsByShape.get(shape) ?? rowsOf(shape);
  rowsByShape.set(shape, rows);
  const scope: Omit<XmlScope, 'chain'> = { visits, options: {} };
  const path = shape.sense ?? NEW_SENSE;
  const inner = path.slice(path.lastIndexOf('/') + 1);
  return {
    rows,
    scopesOf: (tree) =>
      scopesOfEntry(tree, (outer, isInSense) => selectChains(outer, isInSense ? inner : path), scope),
    addSense: ({ entry, senses }, { id, parent }) => {
      const outer = typeof parent === 'number' ? senses.get(parent) : undefined;
      const chain = outer ? appendChain(outer.chain, inner) : appendChain(entry.chain, path);
      if (id !== undefined) writePath(chain, '@id', fieldText(id));
    },
    removeSense,
  };
}

/** Returns the typed members of an entry. */
export function getPlainXml(tree: XmlElement, shape: XmlShape, visits?: Visits): JsonObject {
  const lens = plainXmlLens(shape, visits);
  return typedJson(locateItems(lens, lens.scopesOf(tree)));
}

/** Changes an entry so that it has the typed content. All other data remains. */
export function putPlainXml(
  tree: XmlElement,
  content: ArticleContent,
  shape: XmlShape,
  readAs?: string,
): XmlElement {
  const copy = structuredClone(tree);
  putTyped(plainXmlLens(shape), copy, content, readAs);
  return copy;
}
