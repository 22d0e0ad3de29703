import { lengthOf, nfc } from '../../../shared/text';
import { grouped } from '../../../shared/grouped';
import type { Folding } from '../../search/folding';
import type { Inflections } from '../../search/morphology/inflections';
import { type PlacedWord, positionedWords } from '../../search/content/content-words';
import type { EntityValue } from './entity-values';

/**
 * Match tiers of entity values, best first: equal; equal except for case and look-alikes; equal without marks of tone and length;
 * another spelling; an inflected form.
 */
export const ENTITY_TIERS = ['exact', 'light', 'letters', 'folded', 'inflected'] as const;
export type EntityTier = (typeof ENTITY_TIERS)[number];

/** A value of an entity found in a sentence. */
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
  /** Global identifier of the article from which the value was computed; null if there is none. */
  readonly article: string | null;
}

/** Values of one entity to add to an index. */
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

/** Maximum number of values listed for a conflict. */
const MAX_CONFLICTING_VALUES = 10;

/** Maximum number of words of a value or synonym that is indexed. */
const MAX_INDEXED_WORDS = 5;

/** Maximum length of a value or synonym that is indexed, in characters. */
const MAX_INDEXED_LENGTH = 200;

/** Maximum length of a value, in code points. It may be longer than what is indexed, since a short synonym may find it. */
export const MAX_VALUE_LENGTH = 1000;

/** Maximum number of entities found in a text. Without it, a word that is a value of many entities would multiply the result. */
const MAX_FOUND = 250;

/**
 * Minimum lengths, in letters, of a spelling that differs from the value in more than case: the first for values in another language
 * than the text, the second for values in the same language. _wa_ may be "wá" in Yoruba, but is another word in English.
 */
const MIN_FOLDED_LENGTH = 3;
const MIN_LENGTH_OF_LANGUAGE = 2;

/**
 * Minimum length, in letters, of a value that is found by an inflected form in a text of another language. By the rules of
 * Swahili, "mobile" would be a form of _bila_.
 */
const MIN_INFLECTED_LENGTH = 6;

/** Maximum number of values per spelling, since each is compared with a word. Further ones are not found by this spelling. */
const MAX_PER_SPELLING = 64;

/** A value or synonym in the index. */
interface Entry {
  readonly entity: string;
  readonly inflections: Inflections | undefined;
  readonly isOfText: boolean | undefined;
  readonly value: EntityValue;
  /** The text of the value or of one of its synonyms. */
  readonly text: string;
  /** The folded forms and number of words of the text, computed when first needed. */
  light?: string;
  letters?: string;
  words?: number;
}

/** A sequence of words of a sentence, with its folded forms. */
interface Phrase {
  readonly text: string;
  readonly light: string;
  readonly letters: string;
  /** One of its search keys. */
  readonly key: string;
}

/** The range of a phrase in a sentence, in UTF-16 code units; `to` is exclusive. */
interface PhraseRange {
  readonly from: number;
  readonly to: number;
}

/** Finds the values of entities in sentences, in the spellings that people type. */
export class EntityIndex {
  /** By search key. */
  private readonly entries = new Map<string, Entry[]>();
  private readonly inflections = new Set<Inflections>();
  private spellings = 0;

  constructor(private readonly folding: Folding) {}

  /** Number of indexed spellings. Each takes about 280 bytes of memory. */
  get size(): number {
    return this.spellings;
  }

  /** Adds values of an entity. Values longer than MAX_VALUE_LENGTH, and texts that are too long to index, are omitted. */
  add({ name, values, inflections = this.folding.inflections, isOfText }: NamedEntity): void {
    if (inflections) this.inflections.add(inflections);
    for (const value of values.filter(({ value }) => lengthOf(value) <= MAX_VALUE_LENGTH))
      for (const text of [value.value, ...value.synonyms].filter(isIndexed))
        this.addText({ entity: name, inflections, isOfText, value, text });
  }

  /**
   * Returns spellings that match several values of an entity. In a sentence, such a spelling is recognised as the value of the best
   * tier, and among equal tiers as the one added first.
   *
   * @param maxCount maximum number of conflicts
   */
  conflicts(maxCount: number): readonly EntityConflict[] {
    const conflicts: EntityConflict[] = [];
    for (const [spelling, entries] of this.entries) {
      const letters = lengthOf(spelling);
      const matching = entries.length < 2 ? [] : entries.filter((entry) => letters >= shortestOf(entry));
      for (const [entity, ofEntity] of grouped(matching, (entry) => entry.entity)) {
        const values = [...new Set(ofEntity.map(({ value }) => value.value))];
        if (values.length > 1)
          conflicts.push({ entity, spelling, values: values.slice(0, MAX_CONFLICTING_VALUES) });
      }
      if (conflicts.length >= maxCount) break;
    }
    return conflicts.slice(0, maxCount);
  }

  /** Finds entities in a sentence, from left to right, at most 250. Of overlapping ones, it returns the longest, then the first. */
  find(sentence: string): readonly RecognisedEntity[] {
    const text = nfc(sentence);
    const words = positionedWords(text);
    const entities: RecognisedEntity[] = [];
    for (let from = 0; from < words.length && entities.length < MAX_FOUND;) {
      const longest = this.longestFrom(text, words, from);
      entities.push(...longest.entities);
      from += Math.max(1, longest.words);
    }
    return entities.slice(0, MAX_FOUND);
  }

  /**
   * The entities of the longest phrase that begins with a word and matches any; otherwise those of which the word is an inflected form.
   *
   * @returns words: number of words of the phrase; 0 for an inflected form
   */
  private longestFrom(text: string, words: readonly PlacedWord[], from: number) {
    for (let length = Math.min(MAX_INDEXED_WORDS, words.length - from); length > 0; length--) {
      const [first, last] = [words[from], words[from + length - 1]];
      if (first === undefined || last === undefined) continue;
      const entities = this.entitiesOf(text, { from: first.start, to: last.end });
      if (entities.length > 0) return { entities, words: length };
    }
    const word = words[from];
    return {
      entities: word === undefined ? [] : this.inflectedIn(text, { from: word.start, to: word.end }),
      words: 0,
    };
  }

  /** The values of which a word is an inflected form, one for each entity: that of its likeliest analysis. */
  private inflectedIn(sentence: string, range: PhraseRange): readonly RecognisedEntity[] {
    const text = sentence.slice(range.from, range.to);
    const byEntity = new Map<string, RecognisedEntity>();
    for (const inflections of this.inflections) {
      if (inflections.isParticle(text)) continue;
      for (const { base, rule } of inflections.of(this.folding.plainSpelling(text)))
        for (const entry of this.entries.get(base) ?? [])
          if (entry.inflections === inflections && isForm(base, entry) && !byEntity.has(entry.entity))
            byEntity.set(entry.entity, { ...withoutTier(sentence, range, entry), tier: 'inflected', rule });
    }
    return [...byEntity.values()];
  }

  /** For each entity, the value that a phrase of the sentence matches in the best tier. */
  private entitiesOf(sentence: string, range: PhraseRange): readonly RecognisedEntity[] {
    const text = sentence.slice(range.from, range.to);
    const [light, letters] = [this.folding.caseFold(text), this.folding.letters(text)];
    const best = new Map<string, { entry: Entry; tier: EntityTier }>();
    for (const key of this.folding.querySpellings(text))
      for (const entry of this.entries.get(key) ?? []) {
        const tier = this.tierOf({ text, light, letters, key }, entry);
        const bestTier = best.get(entry.entity)?.tier;
        if (tier !== undefined && (bestTier === undefined || isBetter(tier, bestTier)))
          best.set(entry.entity, { entry, tier });
      }
    return Array.from(best.values(), ({ entry, tier }) => ({
      ...withoutTier(sentence, range, entry),
      tier,
      rule: null,
    }));
  }

  /** The tier in which a phrase matches an entry with the same search key; `undefined` if it does not match. */
  private tierOf({ text, light, letters, key }: Phrase, entry: Entry): EntityTier | undefined {
    const { folding } = this;
    if (text === entry.text) return 'exact';
    if (light === (entry.light ??= folding.caseFold(entry.text))) return 'light';
    if (lengthOf(key) < shortestOf(entry)) return undefined;
    // Search keys have no spaces, so "il a" has the key of _ila_, but is not a spelling of it.
    if (positionedWords(text).length > (entry.words ??= positionedWords(entry.text).length)) return undefined;
    return letters === (entry.letters ??= folding.letters(entry.text)) ? 'letters' : 'folded';
  }

  private addText(entry: Entry): void {
    for (const key of this.folding.spellings(entry.text)) {
      const entries = this.entries.get(key);
      if (entries && entries.length >= MAX_PER_SPELLING) continue;
      // V8 reserves room for 17 items when an empty array grows. Most spellings have one item.
      if (entries) entries.push(entry);
      else this.entries.set(key, [entry]);
      this.spellings++;
    }
  }
}

/** Minimum length of a spelling that finds an entry, in letters. */
function shortestOf({ isOfText }: Entry): number {
  return isOfText === true ? MIN_LENGTH_OF_LANGUAGE : MIN_FOLDED_LENGTH;
}

/** Whether the base of an inflected form is long enough to find an entry. */
function isForm(base: string, { isOfText }: Entry): boolean {
  return lengthOf(base) >= (isOfText === false ? MIN_INFLECTED_LENGTH : MIN_FOLDED_LENGTH);
}

function isIndexed(text: string): boolean {
  return text.length <= MAX_INDEXED_LENGTH && positionedWords(text).length <= MAX_INDEXED_WORDS;
}

/** A recognised entity without its tier. */
function withoutTier(
  sentence: string,
  { from, to }: PhraseRange,
  { entity, value, text: matchingText }: Entry,
): Omit<RecognisedEntity, 'tier' | 'rule'> {
  const text = sentence.slice(from, to);
  const start = lengthOf(sentence.slice(0, from));
  return {
    entity,
    value: value.value,
    text,
    start,
    end: start + lengthOf(text),
    synonym: matchingText === value.value ? null : matchingText,
    article: value.article ?? null,
  };
}

function isBetter(tier: EntityTier, other: EntityTier): boolean {
  return ENTITY_TIERS.indexOf(tier) < ENTITY_TIERS.indexOf(other);
}
