import type { Morphology } from './morphology';

/** A headword that a word may be a form of, as typed on a plain keyboard. */
export interface Inflection {
  readonly base: string;
  /** What makes the form of the headword: `plural of class 7/8: ki- → vi-`, `ni-na-`, `-ni`. */
  readonly rule: string;
  /** Number of affixes: of bases of one length, the one with the fewest comes first. */
  readonly affixes: number;
  /** The pair of noun classes of which the form is the plural. */
  readonly pair?: string;
}

/** Shortest form, and the shortest stem with one affix or with several, in letters: shorter ones are too often other words. */
const SHORTEST_FORM = 4;
const SHORTEST_STEM = 3;
const SHORTEST_WITH_SEVERAL = 2;

/** Longest word that is analysed, in letters. */
const LONGEST_FORM = 40;

/** Most headwords that one word may be a form of: each is a key that is looked up. */
const MOST_BASES = 100;

/** Most ways of removing a first affix, each of which is analysed further. */
const MOST_RESTS = 24;

/** Affixes around a stem, as typed on a plain keyboard. */
interface Affixes {
  readonly before: string;
  readonly behind: string;
  readonly spelled: string;
}

interface Change {
  readonly form: Affixes;
  readonly base: Affixes;
  readonly pair?: string;
}

/** A beginning or end of the analysis: what is left of the word, and the rules so far. */
interface Rest {
  readonly stem: string;
  readonly rules: readonly string[];
}

const NO_AFFIX = '-';

/** The affixes of a language, folded once, and the words that they may be removed from. */
export class Inflections {
  private readonly classes: readonly Change[];
  private readonly changes: readonly Change[];
  private readonly groups: readonly (readonly Affixes[])[];
  private readonly citation: readonly string[];
  private readonly particles: ReadonlySet<string>;

  constructor(
    { nounClasses, affixes, prefixes, citationPrefixes, particles }: Morphology,
    private readonly plain: (text: string) => string,
  ) {
    this.classes = nounClasses.map(({ pair, singular, plural }) => ({
      form: this.affixesOf(plural),
      base: this.affixesOf(singular),
      pair,
    }));
    this.changes = affixes.map(({ form, base }) => ({
      form: this.affixesOf(form),
      base: this.affixesOf(base),
    }));
    this.groups = prefixes.map((group) => group.map((prefix) => this.affixesOf(prefix)));
    this.citation = citationPrefixes.map((prefix) => this.affixesOf(prefix).before);
    this.particles = new Set(particles.map(plain));
  }

  /** Whether a word says nothing beside others. */
  isParticle(word: string): boolean {
    return this.particles.has(this.plain(word));
  }

  /** The headwords that a plain word may be a form of, the likeliest first. */
  of(word: string): readonly Inflection[] {
    const length = Array.from(word).length;
    if (length < SHORTEST_FORM || length > LONGEST_FORM) return [];
    const bases = new Map<string, Inflection>();
    const add = (inflection: Inflection) => {
      const { base, affixes } = inflection;
      if (base === word || base.length < SHORTEST_WITH_SEVERAL) return;
      if (affixes < (bases.get(base)?.affixes ?? Infinity)) bases.set(base, inflection);
    };
    for (const rest of [{ stem: word, rules: [] }, ...this.withoutAffix(word).slice(0, MOST_RESTS)]) {
      if (rest.rules.length > 0) add(inflectionOf(rest.stem, rest.rules));
      for (const inflection of this.ofClasses(rest)) add(inflection);
      for (const inflection of this.ofPrefixes(rest)) add(inflection);
    }
    return [...bases.values()].sort(byLikelihood).slice(0, MOST_BASES);
  }

  /** Plurals that the rules for a pair of noun classes make of a headword, as it is written. */
  pluralsOf(headword: string, pair: string): readonly string[] {
    const plurals = this.classes.flatMap(({ pair: own = '', form, base }) => {
      const stem = own === pair ? this.writtenStem(headword, base) : undefined;
      const [before = '', behind = ''] = form.spelled.split('-');
      return stem === undefined ? [] : [before + stem + behind];
    });
    return plurals.slice(0, 1);
  }

  /** What is left of a headword without affixes, with its marks. */
  private writtenStem(headword: string, { before, behind }: Affixes): string | undefined {
    const cuts = Array.from({ length: headword.length + 1 }, (_, i) => i);
    const start = cuts.find((i) => this.plain(headword.slice(0, i)) === before);
    const end = cuts.findLast((i) => this.plain(headword.slice(i)) === behind);
    if (start === undefined || end === undefined || end - start < SHORTEST_WITH_SEVERAL) return undefined;
    return headword.slice(start, end);
  }

  private withoutAffix(word: string): Rest[] {
    return this.changes.flatMap(({ form, base }) => {
      const stem = stemIn(word, form);
      if (stem === undefined || stem.length < SHORTEST_WITH_SEVERAL) return [];
      return isLongEnough(stem, form) ? [{ stem: around(stem, base), rules: [changeName(form, base)] }] : [];
    });
  }

  /** Plurals, and words such as adjectives that agree with a noun of a class. */
  private ofClasses({ stem: word, rules }: Rest): Inflection[] {
    return this.classes.flatMap(({ form, base, pair = '' }) => {
      const plural = stemIn(word, form);
      const singular = stemIn(word, base);
      const name = `plural of class ${pair}: ${base.spelled} → ${form.spelled}`;
      return [
        ...(plural !== undefined && isLongEnough(plural, form)
          ? [
              { ...inflectionOf(around(plural, base), [...rules, name]), pair },
              ...bareStem(plural, form, [...rules, form.spelled]),
            ]
          : []),
        ...(singular === undefined ? [] : bareStem(singular, base, [...rules, base.spelled])),
      ];
    });
  }

  /** What follows prefixes of the groups, in their order. */
  private ofPrefixes({ stem: word, rules }: Rest): Inflection[] {
    // By position in the word: the prefixes that lead to it.
    let reached = new Map<number, readonly string[]>([[0, []]]);
    for (const group of this.groups) {
      const next = new Map(reached);
      for (const [position, found] of reached)
        for (const { before, spelled } of group)
          if (before !== '' && word.startsWith(before, position) && !next.has(position + before.length))
            next.set(position + before.length, [...found, spelled]);
      reached = next;
    }
    return [...reached].flatMap(([position, found]) => {
      const stem = word.slice(position);
      const affixes = found.length + rules.length;
      if (stem.length < (affixes > 1 ? SHORTEST_WITH_SEVERAL : SHORTEST_STEM)) return [];
      const names = [...(found.length === 0 ? [] : [found.join('')]), ...rules];
      const bases = this.citation.map((prefix) => ({
        base: prefix + stem,
        // A bare stem, as in commands.
        rule: names.length === 0 ? `${prefix}- → -` : names.join(' '),
        affixes,
      }));
      return found.length === 0 ? bases : [{ base: stem, rule: names.join(' '), affixes }, ...bases];
    });
  }

  private affixesOf(pattern: string): Affixes {
    const [before = '', behind = ''] = pattern.split('-');
    return { before: this.plain(before), behind: this.plain(behind), spelled: pattern };
  }
}

function byLikelihood(a: Inflection, b: Inflection): number {
  return b.base.length - a.base.length || a.affixes - b.affixes || (a.base < b.base ? -1 : 1);
}

function inflectionOf(base: string, rules: readonly string[]): Inflection {
  return { base, rule: rules.toReversed().join(' '), affixes: rules.length };
}

function bareStem(stem: string, affixes: Affixes, rules: readonly string[]): Inflection[] {
  return affixes.spelled !== NO_AFFIX && stem.length >= SHORTEST_STEM ? [inflectionOf(stem, rules)] : [];
}

function changeName(form: Affixes, base: Affixes): string {
  return base.spelled === NO_AFFIX ? form.spelled : `${base.spelled} → ${form.spelled}`;
}

function isLongEnough(stem: string, { before, behind }: Affixes): boolean {
  const isBare = before === '' && behind === '';
  return stem.length >= (isBare ? SHORTEST_FORM : SHORTEST_WITH_SEVERAL);
}

/** What is left of a word without affixes; `undefined` if it lacks one of them. */
function stemIn(word: string, { before, behind }: Affixes): string | undefined {
  if (word.length <= before.length + behind.length) return undefined;
  if (!word.startsWith(before) || !word.endsWith(behind)) return undefined;
  return word.slice(before.length, word.length - behind.length);
}

function around(stem: string, { before, behind }: Affixes): string {
  return before + stem + behind;
}
