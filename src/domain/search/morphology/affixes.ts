/** A possible headword of an inflected word, found by removing affixes. */
export interface Inflection {
  /** The headword in plain spelling. */
  readonly base: string;
  /** The rules that make the form of the headword: `plural of class 7/8: ki- → vi-`, `ni-na-`, `-ni`. */
  readonly rule: string;
  /** Number of removed affixes. The base with the fewest ranks first; of equal ones, the longest. */
  readonly affixes: number;
  /** The pair of noun classes, such as `7/8`, if the form is a plural by its rule. */
  readonly pair?: string;
}

/** Shortest form, and shortest stem after removing one affix, in letters. Shorter ones are too often other words. */
export const SHORTEST = { form: 4, stem: 3 };

/** Shortest stem after removing several affixes, in letters. */
export const MIN_LENGTH_WITH_SEVERAL = 2;

/** Affixes of a form and of its headword that suffice beside a stem of one letter, in letters. */
const LONG_AFFIX = { form: 3, base: 2 };

/** The pattern without a prefix and a suffix. */
const NO_AFFIX = '-';

/** A prefix and a suffix of a stem in plain spelling, either of which may be empty. */
export interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
  /** The pattern as the morphology has it: `ki-`. */
  readonly spelled: string;
}

/** A rule that replaces the affixes of a headword by those of a form. */
export interface Change {
  readonly form: Affixes;
  readonly base: Affixes;
  readonly pair?: string;
}

/** The remainder of a word after removing affixes, and the rules applied so far. */
export interface Remainder {
  readonly stem: string;
  readonly rules: readonly string[];
}

/** The remainders of a word after replacing the affixes of a form by those of a headword. */
export function withoutAffixesOf(word: string, changes: readonly Change[]): Remainder[] {
  return changes.flatMap(({ form, base }) => {
    const stem = stemIn(word, form);
    if (stem === undefined || (!isLongEnough(stem, form) && !areDistinctive(form, base))) return [];
    return [{ stem: withAffixes(stem, base), rules: [changeName(form, base)] }];
  });
}

/** Whether affixes are so long that one letter suffices for a stem: `setse` of _sala_ by `-etse`. */
function areDistinctive(form: Affixes, base: Affixes): boolean {
  return lengthOf(form) >= LONG_AFFIX.form && lengthOf(base) >= LONG_AFFIX.base;
}

function lengthOf({ prefix, suffix }: Affixes): number {
  return prefix.length + suffix.length;
}

/** Whether a change adds a prefix to the form and touches no suffix. */
export function isPrefixChange({ form, base }: Change): boolean {
  return form.prefix !== '' && form.suffix === '' && base.suffix === '';
}

/** Whether a change adds a suffix to the form and touches no prefix. */
export function isSuffixChange({ form, base }: Change): boolean {
  return form.suffix !== '' && form.prefix === '' && base.prefix === '';
}

/** @param rules that were applied, the outermost first */
export function inflectionOf(base: string, rules: readonly string[]): Inflection {
  return { base, rule: rules.toReversed().join(' '), affixes: rules.length };
}

/** The stem as a possible headword, if it is long enough and the rule removes an affix. */
export function bareStem(stem: string, affixes: Affixes, rules: readonly string[]): Inflection[] {
  return affixes.spelled !== NO_AFFIX && stem.length >= SHORTEST.stem ? [inflectionOf(stem, rules)] : [];
}

function changeName(form: Affixes, base: Affixes): string {
  return base.spelled === NO_AFFIX ? form.spelled : `${base.spelled} → ${form.spelled}`;
}

/** Whether a stem is long enough to be looked up after removing these affixes. */
export function isLongEnough(stem: string, { prefix, suffix }: Affixes): boolean {
  const isBare = prefix === '' && suffix === '';
  return stem.length >= (isBare ? SHORTEST.form : MIN_LENGTH_WITH_SEVERAL);
}

/** The stem of a word without affixes; `undefined` if it lacks one of them. */
export function stemIn(word: string, { prefix, suffix }: Affixes): string | undefined {
  if (word.length <= prefix.length + suffix.length) return undefined;
  if (!word.startsWith(prefix) || !word.endsWith(suffix)) return undefined;
  return word.slice(prefix.length, word.length - suffix.length);
}

export function withAffixes(stem: string, { prefix, suffix }: Affixes): string {
  return prefix + stem + suffix;
}
