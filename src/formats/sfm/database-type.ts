import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { languageInHeading } from '../headings/language-names';
import { headingWords } from '../headings/split-heading';
import { LETTERED } from './mdf-markers';

/** The name and the language of each marker, as a Toolbox database type (`.typ`) gives them. */
export type DescribedMarkers = ReadonlyMap<string, { readonly name: string; readonly language: string }>;

/** Reads the database type beside a file: the one of the same name, otherwise the only one. */
export async function readDatabaseType(path: string): Promise<DescribedMarkers> {
  const names: readonly string[] = await readdir(dirname(path)).catch(() => []);
  const types = names.filter((name) => extname(name).toLowerCase() === '.typ');
  const own = types.find((name) => basename(name, extname(name)) === basename(path, extname(path)));
  const type = own ?? (types.length === 1 ? types[0] : undefined);
  if (type === undefined) return new Map();
  const text = await readFile(join(dirname(path), type), 'latin1');
  return new Map(
    text.split(/^\\\+mkr /mu).flatMap((block) => {
      const [marker = ''] = block.split(/\s/u, 1);
      const [name = '', language = ''] = ['nam', 'lng'].map((field) =>
        new RegExp(`^\\\\${field} (.*)$`, 'mu').exec(block)?.[1]?.trim(),
      );
      return marker === '' || marker.startsWith('\\') ? [] : [[marker, { name, language }] as const];
    }),
  );
}

/** Returns a marker with all that is said about it, as the heading of a column. */
export function nameOfMarker(marker: string, described: DescribedMarkers): string {
  const { name = '', language = '' } = described.get(marker) ?? {};
  return [marker, name, language].filter((part) => part !== '').join(' ');
}

/**
 * Returns the languages of the letters of markers, if their markers have a language that is known. Toolbox calls them `National` and
 * `vernacular` until somebody renames them, which says nothing.
 */
export function lettersIn(described: DescribedMarkers): Readonly<Record<string, string>> {
  const tagsByLetter = [...described].flatMap(([marker, { language }]) => {
    const letter = marker === 'lx' ? 'v' : LETTERED.test(marker) ? marker.slice(-1) : undefined;
    const tag = languageInHeading(headingWords(language))?.tag;
    return letter === undefined || tag === undefined ? [] : [[letter, tag] as const];
  });
  // The first marker of a letter decides.
  return Object.fromEntries(tagsByLetter.toReversed());
}
