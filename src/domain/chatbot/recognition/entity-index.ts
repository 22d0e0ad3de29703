import { lengthOf, nfc } from '../../../shared/text';
import type { Folding } from '../../search/folding';
import { type PlacedWord, wordsIn } from '../../search/content/content-words';
import type { EntityValue } from './entity-values';

/** How what was written is a value: `exact`; the same but for case and look-alikes; without marks; another spelling. */
export const ENTITY_TIERS = ['exact', 'light', 'letters', 'folded'] as const;
export type EntityTier = (typeof ENTITY_TIERS)[number];

/** An entity that a sentence mentions. */
export interface RecognisedEntity {
  /** Name of the entity. */
  readonly entity: string;
  readonly value: string;
  /** What the sentence has. */
  readonly text: string;
  /** Position of the first code point, and of the one behind the last. */
  readonly start: number;
  readonly end: number;
  readonly tier: EntityTier;
  /** The text of the value that was found, if it is a synonym. */
  readonly synonym: string | null;
  readonly article: string | null;
}

/** The values of one entity. */
export interface NamedEntity {
  readonly name: string;
  readonly values: readonly EntityValue[];
}

/** Most words of a value. */
const MOST_WORDS = 5;

/** Shortest spelling, in letters, by which a value is found that is written otherwise. */
const SHORTEST_FOLDED = 3;

/** Most values that one spelling may mean. Further ones are not found by it, or each word could be compared with thousands. */
const MOST_OF_SPELLING = 64;

interface Entry {
  readonly entity: string;
  readonly value: EntityValue;
  /** The value or the synonym, and its forms, which are computed when they are first needed. */
  readonly text: string;
  light?: string;
  letters?: string;
}

/** Some words of a sentence, and their forms. */
interface Piece {
  readonly text: string;
  readonly light: string;
  readonly letters: string;
  readonly key: string;
}

/** Finds the values of entities in sentences, spelled as people type them. */
export class EntityIndex {
  private readonly entries = new Map<string, Entry[]>();
  private spellings = 0;

  constructor(private readonly folding: Folding) {}

  /** Number of spellings that are kept; each takes some 250 bytes of memory. */
  get size(): number {
    return this.spellings;
  }

  /** Adds the values of an entity. */
  add({ name, values }: NamedEntity): void {
    for (const value of values)
      for (const text of [value.value, ...value.synonyms]) this.addText({ entity: name, value, text });
  }

  /** Entities in a sentence, from left to right. Of those that overlap, the longest counts, then the first. */
  find(sentence: string): readonly RecognisedEntity[] {
    const text = nfc(sentence);
    const words = wordsIn(text);
    const found: RecognisedEntity[] = [];
    for (let from = 0; from < words.length;) {
      const here = this.longestFrom(text, words, from);
      found.push(...here.entities);
      from += Math.max(1, here.words);
    }
    return found;
  }

  private longestFrom(text: string, words: readonly PlacedWord[], from: number) {
    for (let length = Math.min(MOST_WORDS, words.length - from); length > 0; length--) {
      const [first, last] = [words[from], words[from + length - 1]];
      if (first === undefined || last === undefined) continue;
      const entities = this.entitiesOf(text, first.start, last.end);
      if (entities.length > 0) return { entities, words: length };
    }
    return { entities: [], words: 0 };
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
    const start = lengthOf(sentence.slice(0, from));
    return Array.from(best.values(), ({ entry, tier }) => ({
      entity: entry.entity,
      value: entry.value.value,
      text,
      start,
      end: start + lengthOf(text),
      tier,
      synonym: entry.text === entry.value.value ? null : entry.text,
      article: entry.value.article ?? null,
    }));
  }

  private tierOf({ text, light, letters, key }: Piece, entry: Entry): EntityTier | undefined {
    const { folding } = this;
    if (text === entry.text) return 'exact';
    if (light === (entry.light ??= folding.light(entry.text))) return 'light';
    if (lengthOf(key) < SHORTEST_FOLDED) return undefined;
    return letters === (entry.letters ??= folding.letters(entry.text)) ? 'letters' : 'folded';
  }

  private addText(entry: Entry): void {
    for (const key of this.folding.spellings(entry.text)) {
      const entries = this.entries.get(key) ?? [];
      if (entries.length >= MOST_OF_SPELLING) continue;
      this.entries.set(key, entries);
      entries.push(entry);
      this.spellings++;
    }
  }
}

function isBetter(tier: EntityTier, than: EntityTier): boolean {
  return ENTITY_TIERS.indexOf(tier) < ENTITY_TIERS.indexOf(than);
}
