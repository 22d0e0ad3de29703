import { canonicalTag } from '../../domain/dictionary/dictionary-languages';
import { languageInHeading } from '../headings/language-names';
import { fieldText } from '../lens/typed-item';
import { MDF, TARGET_LETTERS } from './mdf-markers';
import type { SfmField } from './sfm-record';
import type { MarkerMeaning } from './sfm-rows';

const TAGGED = /^([a-z0-9]{1,3})_([A-Za-z][\w-]*)$/u;

/** Prefixes of markers after which every suffix is a language, even if its name is unknown: no other MDF marker begins with them. */
const OF_LANGUAGES: ReadonlySet<string> = new Set(['lx', 'lc', 'xv', 'g', 'd', 'r', 'x']);

/** Members whose items have a language. */
const HAVE_LANGUAGE: ReadonlySet<string> = new Set(['translations', 'definitions', 'notes', 'usages']);

/** An entry has one headword and one number, and MDF writes both without a language. With a language, `\pc` is the caption of a picture. */
const WITHOUT_TAGS: ReadonlySet<string> = new Set(['lx', 'hm', 'pc']);

/** Markers that keep the letter of English before a language tag: reversals are `\re_en`. */
const WITH_LETTERS: ReadonlySet<string> = new Set(['re']);

/** Maximum number of languages of one record, since each has rows for all markers. Fields in further languages are stored but not read. */
const MAX_RECORD_LANGUAGES = 16;

/**
 * Returns the language tags that FieldWorks appends to the markers of a record instead of the letters of MDF: `\g_en`, `\ps_en`,
 * `\xv_Nen`. `\ps_constr` is a marker of its project, since "constr" is not a known language.
 */
export function tagsIn(record: readonly SfmField[]): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const [marker] of record) {
    if (tags.size === MAX_RECORD_LANGUAGES) break;
    const [, base = '', tag = ''] = TAGGED.exec(marker) ?? [];
    if (tag === '' || tags.has(tag)) continue;
    const known = languageInHeading([tag.toLowerCase()])?.tag ?? knownLanguage(tag);
    if (known !== undefined || OF_LANGUAGES.has(base)) tags.set(tag, known ?? `x-${tag.toLowerCase()}`);
  }
  return tags;
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Returns the canonical form of a language code that has a name, such as `en` and `Eng`. */
function knownLanguage(tag: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/iu.test(tag)) return undefined;
  const code = canonicalTag(tag);
  return code === undefined || LANGUAGE_NAMES.of(code) === undefined ? undefined : code.toLowerCase();
}

/** Members whose values FieldWorks repeats in several languages, but whose items have no language. The first one is read. */
const IN_ONE_LANGUAGE: ReadonlySet<string> = new Set(['categories', 'domains']);

/** Markers of MDF with a language suffix, and their meanings. */
export function taggedMeanings(
  tags: ReadonlyMap<string, string>,
): readonly (readonly [string, MarkerMeaning])[] {
  const suffixes = [...tags.keys()];
  return [...tags].flatMap(([tag, lang], index) =>
    Object.entries(MDF).flatMap(([marker, { letter, ...meaning }]) => {
      if (WITHOUT_TAGS.has(marker) || (letter !== undefined && letter !== 'e')) return [];
      const bases = letter === undefined ? [marker] : [marker.slice(0, -1)];
      if (WITH_LETTERS.has(marker)) bases.push(marker);
      const constants = HAVE_LANGUAGE.has(meaning.member)
        ? { lang, ...meaning.constants }
        : meaning.constants;
      const earlier = IN_ONE_LANGUAGE.has(meaning.member) ? suffixes.slice(0, index) : [];
      return bases.map((base) => {
        const unless = earlier.map((suffix) => `${base}_${suffix}`);
        return [`${base}_${tag}`, { ...meaning, ...(constants && { constants }), unless, suffixes }] as const;
      });
    }),
  );
}

/** Markers of examples and of their translations with a language suffix. */
export function taggedExamples(tags: ReadonlyMap<string, string>): readonly string[] {
  return [...tags.keys()].flatMap((tag) => [`xv_${tag}`, `x_${tag}`]);
}

interface SfmLanguages {
  readonly languages: Readonly<Record<string, string>>;
  readonly markers?: Readonly<Record<string, MarkerMeaning>>;
}

/** The markers of examples and of their translations. */
export interface ExampleMarkers {
  /** Markers that begin an example. New examples use the first one. */
  readonly leads: readonly string[];
  /** Languages of the translations by marker. */
  readonly targets: Readonly<Record<string, string>>;
}

/** @param own meanings of the markers of the project */
export function exampleMarkers(
  { languages, markers: own = {} }: SfmLanguages,
  tags: ReadonlyMap<string, string>,
  record: readonly SfmField[],
): ExampleMarkers {
  const mapped = Object.entries(own).filter(([, { member }]) => member === 'examples');
  const leads = [
    ...mapped.filter(([, { field }]) => field === 'content').map(([marker]) => marker),
    ...[...tags.keys()]
      .map((tag) => `xv_${tag}`)
      .filter((lead) => record.some(([marker]) => marker === lead) && !Object.hasOwn(own, lead)),
    ...(Object.hasOwn(own, 'xv') ? [] : ['xv']),
  ];
  const usual = [
    ...[...tags].map(([tag, lang]) => [`x_${tag}`, lang] as const),
    ...Object.entries(TARGET_LETTERS).map(
      ([marker, letter]) => [marker, languages[letter] ?? `x-${letter}`] as const,
    ),
  ];
  const targets = mapped.filter(([, { field }]) => field === 'target');
  return {
    leads,
    targets: Object.fromEntries([
      ...targets.map(([marker, { constants }]) => [marker, fieldText(constants?.['lang'])] as const),
      ...usual.filter(([marker]) => !Object.hasOwn(own, marker)),
    ]),
  };
}
