import { isJsonList, type Json } from '../../shared/json';
import { fieldText, type Row } from '../lens/typed-item';
import { type JsonMembers, type JsonScope, setMember, visit } from './json-rows';

/** Properties of a file that the reader of its lines needs. */
export interface GlossOptions {
  /** The language of glosses: that of the Wiktionary. */
  readonly language: string | undefined;
  /** Whether glosses and words have the same language, so that glosses are definitions. */
  readonly isMonolingual: boolean;
}

export function textItems(value: Json | undefined): readonly string[] {
  return isJsonList(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the glosses of the enclosing senses, followed by those of the sense itself. */
function glossesIn({ object }: JsonScope): { readonly name: string; readonly texts: readonly string[] } {
  const [name = 'glosses'] = ['glosses', 'raw_glosses'].filter(
    (member) => textItems(object[member]).length > 0,
  );
  return { name, texts: textItems(object[name]) };
}

/** A sense, distinguished from others by the glosses of its enclosing senses. */
export const WIKTEXTRACT_SENSE: Row<JsonScope> = {
  member: 'senses',
  path: 'senses',
  isOfSense: true,
  find: (scope) => {
    const { object, sense, visits } = scope;
    const { id } = object;
    const around = glossesIn(scope).texts.slice(0, -1).join('; ').trim();
    if (typeof id === 'string') visit(visits, object, 'id');
    return [
      {
        item: {
          number: sense ?? 0,
          ...(typeof id === 'string' && id.trim() !== '' && { id }),
          ...(around !== '' && { indicator: around }),
        },
        write: (field, value) => {
          if (field === 'id') setMember(object, 'id', value);
          return field === 'id';
        },
        remove: () => undefined,
      },
    ];
  },
  accepts: () => false,
  make: () => undefined,
};

/** Maps the glosses of a sense to translations, or to definitions if words and glosses have the same language. */
export function glossRow({ language, isMonolingual }: GlossOptions): Row<JsonScope> {
  const implied = language === undefined ? {} : { lang: language };
  return {
    member: isMonolingual || language === undefined ? 'definitions' : 'translations',
    path: 'senses/glosses',
    isOfSense: true,
    find: (scope) => {
      const { object, visits } = scope;
      const { name, texts } = glossesIn(scope);
      const content = texts.at(-1) ?? '';
      if (content.trim() === '') return [];
      visit(visits, object, name);
      const replace = (text: string) => {
        for (const member of ['glosses', 'raw_glosses']) setLast(object, member, { from: content, to: text });
      };
      return [
        {
          item: { content, ...implied },
          write: (field, value) => {
            if (field !== 'content' || value === undefined) return false;
            replace(fieldText(value));
            return true;
          },
          // The glosses of enclosing senses remain.
          remove: () => {
            replace('');
          },
        },
      ];
    },
    accepts: (item, scope) =>
      Object.keys(item).every((field) => field === 'content' || field === 'lang') &&
      item['lang'] === implied.lang &&
      (scope === undefined || (glossesIn(scope).texts.at(-1) ?? '').trim() === ''),
    make: (scope, { content }) => {
      const { name, texts } = glossesIn(scope);
      scope.object[name] = [...texts.slice(0, -1), fieldText(content)];
    },
  };
}

/** Changes the end of the last gloss. Raw glosses have labels before it. */
function setLast(
  object: JsonMembers,
  name: string,
  { from, to }: { readonly from: string; readonly to: string },
): void {
  const glosses = textItems(object[name]);
  const last = glosses.at(-1);
  if (last?.endsWith(from) !== true) return;
  object[name] = [...glosses.slice(0, -1), last.slice(0, last.length - from.length) + to];
}
