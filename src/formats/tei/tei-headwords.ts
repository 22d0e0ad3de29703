import { SUBENTRY_TYPE } from '../../domain/article/subentries';
import type { Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row } from '../lens/typed-item';
import { readPath, removeChain, selectChains, writePath, type XmlChain } from '../xml/xml-path';
import { collapsed, type XmlScope } from '../xml/xml-rows';

/** Paths of headwords. The first non-empty one is read. */
const HEADWORD_PATHS = [
  'form[@type=lemma]/orth',
  'form[@!type]/orth',
  'form/orth',
  'form[@type=lemma]',
  'form/form/orth',
  'orth',
  'entry/form/orth',
  'entry/entry/form/orth',
  'form',
];

/** Returns the orthographic forms of the entry itself. The first one is the headword. */
function spellings(chain: XmlChain): readonly XmlChain[] {
  for (const path of HEADWORD_PATHS) {
    const chains = selectChains(chain, path).filter((form) => readPath(form, placeOf(form)) !== undefined);
    const own = chains.filter((form) => form.at(-1)?.[1]['type'] !== 'variant' && !isInflected(form));
    if (own.length > 0) return own;
  }
  return [];
}

/** Attributes of `orth` with the whole word, where the text is not the word itself: empty, part of it, or with marks. */
const WHOLE_WORD = ['@value', '@expand'];

/** Returns the path of the word in a form: an attribute, otherwise the text. */
function placeOf(form: XmlChain): string {
  return WHOLE_WORD.find((place) => readPath(form, place) !== undefined) ?? '';
}

function isInflected(chain: XmlChain): boolean {
  const type = chain.at(-2)?.[1]['type'] ?? '';
  return ['inflected', 'infl', 'variant', 'paradigm'].includes(type);
}

/** The headword. */
export const HEADWORD: Row<XmlScope> = {
  member: 'entry',
  path: 'form/orth',
  isOfSense: false,
  find: ({ chain, visits }) => {
    const [first] = spellings(chain);
    if (!first) return [];
    const place = placeOf(first);
    return [
      ...fieldAt(first, { field: 'headword', place }, visits),
      ...(place === '' ? [] : fieldAt(first, { field: 'citation', place: '' }, visits)),
    ];
  },
  accepts: (item) => Object.keys(item).every((field) => field === 'headword'),
  make: ({ chain }, item) => {
    writePath(chain, 'form[@type=lemma]/orth', fieldText(item['headword']));
  },
};

/** A field of the entry at a place of a form, where it has one. */
function fieldAt(
  form: XmlChain,
  { field, place }: { readonly field: string; readonly place: string },
  visits: XmlScope['visits'],
): readonly FoundItem[] {
  const text = readPath(form, place, visits);
  if (text === undefined) return [];
  const write = (_: string, value: Json | undefined) => {
    writePath(form, place, fieldText(value));
    return true;
  };
  return [{ item: { [field]: collapsed(text) }, write, remove: () => undefined }];
}

/** Other spellings in addition to the headword. */
export const OTHER_SPELLINGS: Row<XmlScope> = {
  member: 'variants',
  path: 'form/orth',
  isOfSense: false,
  find: ({ chain, visits }) =>
    spellings(chain)
      .slice(1)
      .map((form) => ({
        item: { headword: collapsed(readPath(form, placeOf(form), visits) ?? '') },
        write: (field: string, value: Json | undefined) => {
          if (field !== 'headword' || value === undefined) return false;
          writePath(form, placeOf(form), fieldText(value));
          return true;
        },
        remove: () => {
          removeChain(form, chain.length);
        },
      })),
  accepts: () => false,
  make: () => undefined,
};

/** Types of entries that describe the structure of the file instead of the word. */
const STRUCTURAL: ReadonlySet<string> = new Set(['mainEntry', 'main']);

/** The kind of the entry. */
export const TYPE: Row<XmlScope> = {
  member: 'type',
  path: '@type',
  isOfSense: false,
  find: ({ chain, visits }) => {
    const type = readPath(chain, '@type');
    if (type === undefined || STRUCTURAL.has(type)) return [];
    readPath(chain, '@type', visits);
    const write = (_: string, value: Json | undefined) => {
      writePath(chain, '@type', value === undefined ? undefined : fieldText(value));
      return true;
    };
    return [{ item: { content: type }, write, remove: () => write('', undefined) }];
  },
  accepts: () => true,
  make: ({ chain }, item) => {
    writePath(chain, '@type', fieldText(item['content']));
  },
};

/** Reads a sense itself, or a nested entry with its own headword. */
export const TEI_SENSE: Row<XmlScope> = {
  member: 'senses',
  path: 'sense',
  isOfSense: true,
  find: ({ chain, sense, visits }) => {
    const element = chain.at(-1);
    if (!element || !sense) return [];
    const number = readPath(chain, '@n', visits);
    visits?.elements.add(element);
    const id = readPath(chain, '@xml:id', visits);
    const [own] = element[0] === 'sense' ? [] : spellings(chain);
    const indicator =
      (own && readPath(own, placeOf(own), visits)) ?? (/[^\d.]/u.test(number ?? '') ? number : undefined);
    const item = {
      number: sense.number,
      ...(id === undefined ? {} : { id }),
      ...(indicator === undefined ? {} : { indicator: collapsed(indicator) }),
      ...(sense.parent === undefined ? {} : { parent: sense.parent }),
    };
    const write = (field: string, value: Json | undefined) => {
      const text = value === undefined ? undefined : fieldText(value);
      if (field === 'id') writePath(chain, '@xml:id', text);
      else if (field === 'indicator' && own && text !== undefined) writePath(own, placeOf(own), text);
      else if (field === 'indicator') writePath(chain, '@n', text);
      return field === 'id' || field === 'indicator';
    };
    return [{ item, write, remove: () => undefined }];
  },
  accepts: () => false,
  make: () => undefined,
};

/** Returns the spellings of the headword of an entry. */
export function headwordsOf(chain: XmlChain): ReadonlySet<string> {
  return new Set(spellings(chain).map((form) => collapsed(readPath(form, placeOf(form)) ?? '')));
}

/** The word of a nested entry, which is also the indicator of its sense: see `TEI_SENSE`. It is removed with the sense. */
export const NESTED_WORD: Row<XmlScope> = {
  member: 'relations',
  path: 'form/orth',
  isOfSense: true,
  find: ({ chain, visits, headwords }) => {
    const [own] = chain.at(-1)?.[0] === 'sense' ? [] : spellings(chain);
    if (own === undefined) return [];
    const word = collapsed(readPath(own, placeOf(own), visits) ?? '');
    // Homographs in one entry have its headword.
    if (headwords?.has(word)) return [];
    const write = (field: string, value: Json | undefined) => {
      if (field !== 'target' || value === undefined) return false;
      writePath(own, placeOf(own), fieldText(value));
      return true;
    };
    return [{ item: { type: SUBENTRY_TYPE, target: word }, write, remove: () => undefined }];
  },
  accepts: () => false,
  make: () => undefined,
};
