import { lengthOf, nfc } from '../../../shared/text';
import { grouped } from '../../../shared/grouped';
import type { Folding } from '../../search/folding';
import type { Inflections } from '../../search/morphology/inflections';
import { type PlacedWord, wordsIn } from '../../search/content/content-words';
import type { EntityValue } from './entity-values';

/**
 * Match tiers of entity values, best first: equal; equal except for case and look-alikes; equal without marks of tone and length;
 * another spelling; an inflected form.
 */
export const ENTITY_TIERS = ['exact', 'light', 'letters', 'folded', 'inflected'] as const;
export type EntityTier = (typeof ENTITY_TIERS)[number];

/** An entity that a sentence mentions. */
export interface RecognisedEntity {
  /** Name of the entity. */
  readonly entity: string;
  readonly value: string;
  /** The matching text of the sentence. */
  readonly text: string;
  /** Range of the text in the sentence, in code points; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tier: EntityTier;
  /** The matching synonym of the value; null if the value itself matches. */
  readonly synonym: string | null;
  /** The rule of an inflected form, for example `vi- → ki-`; null for other tiers. */
  readonly rule: string | null;
  readonly article: string | null;
}

/** The values of one entity. */
export interface NamedEntity {
  readonly name: string;
  /** Inflections of the values; by default those of the language of the texts. */
  readonly inflections?: Inflections | undefined;
  /** Whether the values are in the language of the texts; undefined if unknown. */
  readonly isOfText?: boolean | undefined;
  readonly values: readonly EntityValue[];
}

/** A spelling that matches several values of an entity. */
export interface EntityConflict {
  readonly entity: string;
  readonly spelling: string;
  /** The values, at most ten of them. */
  readonly values: readonly string[];
}

/** Most values of a conflict that are shown. */
const MOST_SHOWN = 10;

/** Most words of a value or synonym that is found, and its most characters; longer ones take no memory. */
const MOST_WORDS = 5;
const LONGEST_WRITTEN = 200;

/** Longest value, in code points. What it is found by may be a short synonym. */
export const LONGEST_VALUE = 1000;

/** Most entities of a text: a word may be a value of dozens of entities. */
const MOST_FOUND = 250;

/**
 * Shortest spelling, in letters, by which a value is found that is written otherwise, and in a text of its own language: _wa_ may be
 * "wá" in Yoruba, and is something else in English.
 */
const SHORTEST_FOLDED = 3;
const SHORTEST_OF_LANGUAGE = 2;

/** Shortest value, in letters, of which a word in a text of another language may be a form: by the rules of Swahili, "mobile" is one of _bila_. */
const SHORTEST_INFLECTED = 6;

/** Most values that one spelling may mean. Further ones are not found by it, or each word could be compared with thousands. */
const MOST_OF_SPELLING = 64;

interface Entry {
  readonly entity: string;
  readonly inflections: Inflections | undefined;
  readonly isOfText: boolean | undefined;
  readonly value: EntityValue;
  /** The value or the synonym, and its forms, which are computed when they are first needed. */
  readonly text: string;
  light?: string;
  letters?: string;
  words?: number;
}

/** A sequence of words of a sentence, with its folded forms. */
interface Piece {
  readonly text: string;
  readonly light: string;
  readonly letters: string;
  readonly key: string;
}

/** Finds the values of entities in sentences, spelled as people type them. */
export class EntityIndex {
  private readonly entries = new Map<string, Entry[]>();
  private readonly inflections = new Set<Inflections>();
  private spellings = 0;

  constructor(private readonly folding: Folding) {}

  /** Number of spellings that are kept; each takes some 280 bytes of memory. */
  get size(): number {
    return this.spellings;
  }

  /** Adds the values of an entity. */
  add({ name, values, inflections = this.folding.inflections, isOfText }: NamedEntity): void {
    if (inflections) this.inflections.add(inflections);
    for (const value of values.filter(({ value }) => lengthOf(value) <= LONGEST_VALUE))
      for (const text of [value.value, ...value.synonyms].filter(isFindable))
        this.addText({ entity: name, inflections, isOfText, value, text });
  }

  /**
   * Spellings by which several values of an entity are found: what is written so means the one that is spelled most alike, and of
   * equals the first.
   *
   * @param most number of spellings
   */
  conflicts(most: number): readonly EntityConflict[] {
    const found: EntityConflict[] = [];
    for (const [spelling, entries] of this.entries) {
      const letters = lengthOf(spelling);
      const means = entries.length < 2 ? [] : entries.filter((entry) => letters >= shortestOf(entry));
      for (const [entity, own] of grouped(means, (entry) => entry.entity)) {
        const values = [...new Set(own.map(({ value }) => value.value))];
        if (values.length > 1) found.push({ entity, spelling, values: values.slice(0, MOST_SHOWN) });
      }
      if (found.length >= most) break;
    }
    return found.slice(0, most);
  }

  /**
   * Entities in a sentence, from left to right, at most 250. Of those that overlap, the longest counts, then the first.
   */
  find(sentence: string): readonly RecognisedEntity[] {
    const text = nfc(sentence);
    const words = wordsIn(text);
    const found: RecognisedEntity[] = [];
    for (let from = 0; from < words.length && found.length < MOST_FOUND;) {
      const here = this.longestFrom(text, words, from);
      found.push(...here.entities);
      from += Math.max(1, here.words);
    }
    return found.slice(0, MOST_FOUND);
  }

  private longestFrom(text: string, words: readonly PlacedWord[], from: number) {
    for (let length = Math.min(MOST_WORDS, words.length - from); length > 0; length--) {
      const [first, last] = [words[from], words[from + length - 1]];
      if (first === undefined || last === undefined) continue;
      const entities = this.entitiesOf(text, first.start, last.end);
      if (entities.length > 0) return { entities, words: length };
    }
    const word = words[from];
    return { entities: word === undefined ? [] : this.inflectedIn(text, word), words: 0 };
  }

  /** The values of which a word is a form: those of the likeliest analysis that leads to any. */
  private inflectedIn(sentence: string, { start: from, end: to }: PlacedWord): readonly RecognisedEntity[] {
    const text = sentence.slice(from, to);
    const found = new Map<string, RecognisedEntity>();
    for (const inflections of this.inflections) {
      if (inflections.isParticle(text)) continue;
      for (const { base, rule } of inflections.of(this.folding.plain(text)))
        for (const entry of this.entries.get(base) ?? [])
          if (entry.inflections === inflections && isForm(base, entry) && !found.has(entry.entity))
            found.set(entry.entity, { ...placed(sentence, { from, to }, entry), tier: 'inflected', rule });
    }
    return [...found.values()];
  }

  /** The best value of each entity that a piece of the sentence is. */
  private entitiesOf(sentence: string, from: number, to: number): readonly RecognisedEntity[] {
    const text = sentence.slice(from, to);
    const [light, letters] = [this.folding.light(text), this.folding.letters(text)];
    const best = new Map<string, { entry: Entry; tier: EntityTier }>();
    for (const key of this.folding.asked(text))
      for (const entry of this.entries.get(key) ?? []) {
        const tier = this.tierOf({ text, light, letters, key }, entry);
        const known = best.get(entry.entity);
        if (tier !== undefined && (known === undefined || isBetter(tier, known.tier)))
          best.set(entry.entity, { entry, tier });
      }
    return Array.from(best.values(), ({ entry, tier }) => ({
      ...placed(sentence, { from, to }, entry),
      tier,
      rule: null,
    }));
  }

  private tierOf({ text, light, letters, key }: Piece, entry: Entry): EntityTier | undefined {
    const { folding } = this;
    if (text === entry.text) return 'exact';
    if (light === (entry.light ??= folding.light(entry.text))) return 'light';
    // Spellings have no spaces, but "il a" is not _ila_.
    if (
      lengthOf(key) < shortestOf(entry) ||
      wordsIn(text).length > (entry.words ??= wordsIn(entry.text).length)
    )
      return undefined;
    return letters === (entry.letters ??= folding.letters(entry.text)) ? 'letters' : 'folded';
  }

  private addText(entry: Entry): void {
    for (const key of this.folding.spellings(entry.text)) {
      const entries = this.entries.get(key);
      if (entries && entries.length >= MOST_OF_SPELLING) continue;
      // An array that begins empty has room for 17 items, and most spellings have one.
      if (entries) entries.push(entry);
      else this.entries.set(key, [entry]);
      this.spellings++;
    }
  }
}

function shortestOf({ isOfText }: Entry): number {
  return isOfText === true ? SHORTEST_OF_LANGUAGE : SHORTEST_FOLDED;
}

function isForm(base: string, { isOfText }: Entry): boolean {
  return lengthOf(base) >= (isOfText === false ? SHORTEST_INFLECTED : SHORTEST_FOLDED);
}

function isFindable(text: string): boolean {
  return text.length <= LONGEST_WRITTEN && wordsIn(text).length <= MOST_WORDS;
}

function placed(
  sentence: string,
  { from, to }: { readonly from: number; readonly to: number },
  { entity, value, text: own }: Entry,
): Omit<RecognisedEntity, 'tier' | 'rule'> {
  const text = sentence.slice(from, to);
  const start = lengthOf(sentence.slice(0, from));
  const synonym = own === value.value ? null : own;
  return {
    entity,
    value: value.value,
    text,
    start,
    end: start + lengthOf(text),
    synonym,
    article: value.article ?? null,
  };
}

function isBetter(tier: EntityTier, than: EntityTier): boolean {
  return ENTITY_TIERS.indexOf(tier) < ENTITY_TIERS.indexOf(than);
}
