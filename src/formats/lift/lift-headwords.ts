import type { Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';
import { appendChain, readPath, removeChain, selectChains, writePath, type XmlChain } from '../xml/xml-path';
import type { XmlScope } from '../xml/xml-rows';

/** Returns the form in the headword language, otherwise the first form. */
function headwordForm({ chain, options }: XmlScope, path: string): XmlChain | undefined {
  const forms = selectChains(chain, path).filter(
    (form) => readPath(form, 'text') !== undefined && kindOf(form) !== 'recording',
  );
  return forms.find((form) => form.at(-1)?.[1]['lang'] === options['headword']) ?? forms[0];
}

/** A field of the entry that is read from one form of an element. */
function entryField(field: string, path: string): Row<XmlScope> {
  return {
    member: 'entry',
    path,
    isOfSense: false,
    find: (scope) => {
      const form = headwordForm(scope, path);
      const text = form && readPath(form, 'text', scope.visits);
      if (!form || text === undefined) return [];
      const write = (_: string, value: Json | undefined) => {
        writePath(form, 'text', value === undefined ? undefined : fieldText(value));
        return true;
      };
      return [{ item: { [field]: text }, write, remove: () => undefined }];
    },
    accepts: (item) => field in item,
    make: ({ chain, options }, item) => {
      const form = appendChain(chain, path);
      if (options['headword'] !== undefined) writePath(form, '@lang', options['headword']);
      writePath(form, 'text', fieldText(item[field]));
    },
  };
}

const HEADWORD_PATH = 'lexical-unit/form';

const HEADWORD = entryField('headword', HEADWORD_PATH);

/** The form that is shown instead of the headword, in the same language. */
const CITATION = entryField('citation', 'citation/form');

const SCRIPT = 'script:';

/** Matches the language tag of a transcription, as in `bth-fonipa`. */
export const PHONETIC = /fonipa/iu;

/** Matches the language tag of a recording, as in `bm-Zxxx-x-audio`. The text of such a form is the name of a file. */
export const RECORDED = /-zxxx(?:-|$)/iu;

type FormKind = 'script' | 'transcription' | 'recording';

function kindOf(form: XmlChain): FormKind {
  const tag = readPath(form, '@lang') ?? '';
  if (RECORDED.test(tag)) return 'recording';
  return PHONETIC.test(tag) ? 'transcription' : 'script';
}

/** Reads the other forms of the headword as items: those of one kind. */
function otherForms(kind: FormKind, field: string, itemOf: (text: string, tag: string) => TypedItem) {
  return (scope: XmlScope): readonly FoundItem[] => {
    const first = headwordForm(scope, HEADWORD_PATH)?.at(-1);
    return selectChains(scope.chain, HEADWORD_PATH).flatMap((form) => {
      const text = readPath(form, 'text');
      if (form.at(-1) === first || text === undefined || kindOf(form) !== kind) return [];
      readPath(form, 'text', scope.visits);
      const item = itemOf(text, readPath(form, '@lang', scope.visits) ?? '');
      const write = (name: string, value: Json | undefined) => {
        if (name !== field || value === undefined) return false;
        writePath(form, 'text', fieldText(value));
        return true;
      };
      const remove = () => {
        removeChain(form, scope.chain.length);
      };
      return [{ item, write, remove }];
    });
  };
}

/** Headwords in other scripts: variants of the type `script:<tag>`. */
const OTHER_SCRIPTS: Row<XmlScope> = {
  member: 'variants',
  path: HEADWORD_PATH,
  isOfSense: false,
  find: otherForms('script', 'headword', (headword, tag) => ({ headword, type: `${SCRIPT}${tag}` })),
  accepts: (item) =>
    isOnly(item, ['headword', 'type']) &&
    fieldText(item['type']).startsWith(SCRIPT) &&
    !PHONETIC.test(fieldText(item['type'])),
  make: ({ chain }, item) => {
    const form = appendChain(chain, HEADWORD_PATH);
    writePath(form, '@lang', fieldText(item['type']).slice(SCRIPT.length));
    writePath(form, 'text', fieldText(item['headword']));
  },
};

/** Reads transcriptions among the forms of the headword, where WeSay writes them. New ones are written as pronunciations. */
const TRANSCRIPTIONS: Row<XmlScope> = {
  member: 'pronunciations',
  path: HEADWORD_PATH,
  isOfSense: false,
  find: otherForms('transcription', 'content', (content, lang) => ({ content, lang, notation: 'ipa' })),
  accepts: () => false,
  make: () => undefined,
};

/** Reads recordings among the forms of the headword, where FieldWorks and WeSay name their files. New ones are written as pronunciations. */
const RECORDINGS: Row<XmlScope> = {
  ...TRANSCRIPTIONS,
  find: otherForms('recording', 'href', (href) => ({ href })),
};

function isOnly(item: TypedItem, fields: readonly string[]): boolean {
  return Object.keys(item).every((field) => fields.includes(field));
}

/** The rows of the headword and its other forms. */
export const HEADWORD_ROWS: readonly Row<XmlScope>[] = [
  HEADWORD,
  CITATION,
  OTHER_SCRIPTS,
  TRANSCRIPTIONS,
  RECORDINGS,
];
