import type { ArticleContent } from '../../domain/article/article-content';
import type { JsonObject } from '../../shared/json';
import type { PathCounts } from '../files/loss-report';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import { fieldText, type Lens, type Row } from '../lens/typed-item';
import { type JsonMembers, type JsonScope, objectsIn, type ReadMembers } from './json-rows';
import { EXTENSION_MEMBER, extensionOf, COUNTED_LISTS, wiktextractRows } from './wiktextract-rows';
import type { GlossOptions } from './wiktextract-senses';

/** Properties of a Wiktextract file that the reader of its lines needs. */
export interface WiktextractOptions {
  /** The language of glosses. */
  readonly language: string | undefined;
}

/** The extension member with the language of the glosses. */
const GLOSSES = 'glosses';

function glossesOf(tree: JsonMembers, { language: ofFile }: WiktextractOptions): GlossOptions {
  const stated = extensionOf(tree)[GLOSSES];
  const language = typeof stated === 'string' ? stated : ofFile;
  const { lang_code: headwordLanguage } = tree;
  return {
    language,
    isMonolingual: typeof headwordLanguage === 'string' && headwordLanguage.toLowerCase() === language,
  };
}

/** Creates a line that states the language of its glosses. */
export function lineForWord(word: string, headwordLanguage: string, language: string): JsonMembers {
  return { word, lang_code: headwordLanguage, [EXTENSION_MEMBER]: { [GLOSSES]: language } };
}

/** Cache of the rows for the last options. All lines of a file share them. */
let known: { readonly key: string; readonly rows: readonly Row<JsonScope>[] } | undefined;

function rowsFor(glosses: GlossOptions): readonly Row<JsonScope>[] {
  const key = JSON.stringify(glosses);
  if (known?.key !== key) known = { key, rows: wiktextractRows(glosses) };
  return known.rows;
}

function wiktextractLens(glosses: GlossOptions, visits?: ReadMembers): Lens<JsonMembers, JsonScope> {
  return {
    rows: rowsFor(glosses),
    scopesOf: (tree) => ({
      entry: { object: tree, visits },
      senses: new Map(
        objectsIn(tree['senses']).map((object, index) => [index + 1, { object, visits, sense: index + 1 }]),
      ),
    }),
    addSense: ({ entry: { object } }, { id }) => {
      const sense: JsonMembers = id === undefined ? {} : { id: fieldText(id) };
      object['senses'] = [...objectsIn(object['senses']), sense];
    },
    removeSense: ({ entry: { object }, senses }, number) => {
      const removed = senses.get(number)?.object;
      object['senses'] = objectsIn(object['senses']).filter((sense) => sense !== removed);
    },
  };
}

/** Returns the typed members of a line. */
export function getWiktextract(
  tree: JsonMembers,
  options: WiktextractOptions,
  visits?: ReadMembers,
): JsonObject {
  const lens = wiktextractLens(glossesOf(tree, options), visits);
  return typedJson(locateItems(lens, lens.scopesOf(tree)));
}

/** Changes a line so that it has the typed content. All other members remain. */
export function putWiktextract(
  tree: JsonMembers,
  content: ArticleContent,
  options: WiktextractOptions,
  readAs?: string,
): JsonMembers {
  const copy = structuredClone(tree);
  putTyped(wiktextractLens(glossesOf(copy, options)), copy, content, readAs);
  return copy;
}

/** Returns the identifier of a line. Several words of a file may have the same spelling. */
export function lineIdentifier({
  word,
  lang_code: language,
  pos,
  etymology_number: number,
}: JsonMembers): string {
  return [word, language, pos, number].map(fieldText).join(' ').trim();
}

interface Counting {
  readonly path?: string;
  /** Whether the kept line lacks a member of an object, and what is in it. */
  readonly isLeftOut?: (object: JsonMembers, name: string) => boolean;
}

/** Counts the members of a line and of the objects in its lists. */
export function countMembers(
  tree: JsonMembers,
  visits: ReadMembers,
  counts: PathCounts,
  { path = '', isLeftOut = () => false }: Counting = {},
): void {
  for (const [name, value] of Object.entries(tree)) {
    const isGone = isLeftOut(tree, name);
    const objects = COUNTED_LISTS.has(name) ? objectsIn(value) : [];
    if (objects.length > 0) {
      const inner = { path: `${path}${name}/`, isLeftOut: isGone ? () => true : isLeftOut };
      for (const object of objects) countMembers(object, visits, counts, inner);
    } else if (isRead(tree, name, visits)) counts.add(path + name, 'typed');
    else if (isGone) counts.drop(path + name, 'OVER_LIMIT');
    else counts.add(path + name, 'kept');
  }
}

function isRead(object: JsonMembers, name: string, visits: ReadMembers): boolean {
  return visits.get(object)?.has(name) === true;
}
