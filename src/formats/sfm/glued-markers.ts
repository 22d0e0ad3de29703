import type { ColumnMeaning } from '../tables/column-map';
import type { SfmField } from './sfm-record';

/** Meanings of the letters of MDF that begin a marker with a language code at its end: `\gfr`, `\dpt`, `\xsw`. */
const MEANINGS: Readonly<Record<string, Omit<ColumnMeaning, 'lang'>>> = {
  g: { to: 'translations', split: ';' },
  d: { to: 'definitions' },
  u: { to: 'usages', type: 'usage' },
  x: { to: 'exampleTranslations' },
};

const GLUED = /^([gdux])(fr|pt|sw|en|es|ar|de|ha)$/u;

/** Codes that end no other word or abbreviation: `\gen` may be a gender, and `\des` a description. */
const CONCLUSIVE: ReadonlySet<string> = new Set(['fr', 'pt', 'sw']);

/**
 * Returns the meanings of markers with a language code at their end. The other codes need a second marker in their language, or one in a
 * conclusive language with the same letter.
 */
export function gluedMarkers(
  records: readonly (readonly SfmField[])[],
): Readonly<Record<string, ColumnMeaning>> {
  const markers = new Set(records.flatMap((record) => record.map(([marker]) => marker)));
  const glued = [...markers].flatMap((marker) => {
    const [, letter = '', lang = ''] = GLUED.exec(marker) ?? [];
    return lang === '' ? [] : [{ marker, letter, lang }];
  });
  const meant = glued.filter(({ marker, letter, lang }) =>
    glued.some(
      (other) =>
        (other.marker === marker && CONCLUSIVE.has(lang)) ||
        (other.marker !== marker &&
          (other.lang === lang || (other.letter === letter && CONCLUSIVE.has(other.lang)))),
    ),
  );
  return Object.fromEntries(
    meant.flatMap(({ marker, letter, lang }) => {
      const meaning = MEANINGS[letter];
      return meaning ? [[marker, { ...meaning, lang }] as const] : [];
    }),
  );
}
