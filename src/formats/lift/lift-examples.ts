import type { Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';
import {
  appendChain,
  makeChain,
  readPath,
  removeChain,
  selectChains,
  writePath,
  type Visits,
  type XmlChain,
} from '../xml/xml-path';
import type { XmlScope } from '../xml/xml-rows';

/** Fields that stand in the example itself, and so count for all its translations. */
const OF_EXAMPLE: Readonly<Record<string, string>> = { content: 'form/text', reference: '@source' };

const REFERENCE_NOTE = 'note[@type=reference]/form/text';

/** Fields that stand in one translation, from its form. */
const OF_TRANSLATION: Readonly<Record<string, string>> = {
  lang: '@lang',
  target: 'text',
  translationType: '../@type',
};

/** Examples of a sense: an item for each language of translation, or one where there is none. */
export const EXAMPLES: Row<XmlScope> = {
  member: 'examples',
  path: 'example',
  isOfSense: true,
  find: ({ chain, visits }) =>
    selectChains(chain, 'example').flatMap((example) => itemsOf(example, chain.length, visits)),
  accepts: (item) => Object.keys(item).every((field) => field in OF_EXAMPLE || field in OF_TRANSLATION),
  make: ({ chain }, item) => {
    const { content, reference } = item;
    const written = selectChains(chain, 'example').find(
      (example) =>
        content !== undefined &&
        readPath(example, 'form/text') === content &&
        referenceOf(example) === reference,
    );
    const example = written ?? appendChain(chain, 'example');
    if (!written) for (const [field, path] of Object.entries(OF_EXAMPLE)) write(example, path, item[field]);
    addTranslation(example, item);
  },
};

function itemsOf(example: XmlChain, keep: number, visits?: Visits): readonly FoundItem[] {
  const content = readPath(example, 'form/text', visits);
  const reference = referenceOf(example, visits);
  const own = {
    ...(content === undefined ? {} : { content }),
    ...(reference === undefined ? {} : { reference }),
  };
  const forms = selectChains(example, 'translation/form').filter(
    (form) => readPath(form, 'text') !== undefined,
  );
  if (forms.length === 0) return content === undefined ? [] : [bareItem(example, own, keep)];
  let left = forms.length;
  return forms.map((form) => ({
    item: { ...own, ...fieldsOf(form, visits) },
    write: (field, value) => {
      const path = OF_TRANSLATION[field];
      if (path === undefined) return writeOwn(example, field, value);
      if (path.startsWith('../') && selectChains(form.slice(0, -1), 'form').length > 1) return false;
      write(form, path, value);
      return true;
    },
    remove: () => {
      left -= 1;
      removeChain(form, left === 0 ? keep : example.length);
      if (left === 0) removeChain(example, keep);
    },
  }));
}

function bareItem(example: XmlChain, item: TypedItem, keep: number): FoundItem {
  return {
    item,
    write: (field, value) => {
      if (!(field in OF_TRANSLATION)) return writeOwn(example, field, value);
      const form = selectChains(example, 'translation/form')[0] ?? appendChain(example, 'translation/form');
      write(form, OF_TRANSLATION[field] ?? '', value);
      return true;
    },
    remove: () => {
      removeChain(example, keep);
    },
  };
}

function fieldsOf(form: XmlChain, visits?: Visits): TypedItem {
  const fields = Object.entries(OF_TRANSLATION).flatMap(([field, path]) => {
    const text = readPath(form, path, visits);
    return text === undefined ? [] : [[field, text] as const];
  });
  return Object.fromEntries(fields);
}

function referenceOf(example: XmlChain, visits?: Visits): string | undefined {
  return readPath(example, '@source', visits) ?? readPath(example, REFERENCE_NOTE, visits);
}

function writeOwn(example: XmlChain, field: string, value: Json | undefined): boolean {
  const isNote =
    readPath(example, '@source') === undefined && readPath(example, REFERENCE_NOTE) !== undefined;
  const path = field === 'reference' && isNote ? REFERENCE_NOTE : OF_EXAMPLE[field];
  if (path === undefined) return false;
  write(example, path, value);
  return true;
}

/** The translation of a language goes into the element of its type, unless that has the language. */
function addTranslation(example: XmlChain, item: TypedItem): void {
  if (item['target'] === undefined && item['lang'] === undefined) return;
  const type = item['translationType'];
  const translation = selectChains(example, 'translation').find(
    (one) =>
      readPath(one, '@type') === type &&
      selectChains(one, 'form').every((form) => readPath(form, '@lang') !== item['lang']),
  );
  const form = appendChain(translation ?? appendChain(example, 'translation'), 'form');
  for (const [field, path] of Object.entries(OF_TRANSLATION)) write(form, path, item[field]);
}

function write(chain: XmlChain, path: string, value: Json | undefined): void {
  if (value === undefined || value === null) {
    if (readPath(chain, path) !== undefined) writePath(chain, path, undefined);
  } else {
    if (!path.includes('@') && path !== '') makeChain(chain, path);
    writePath(chain, path, fieldText(value));
  }
}
