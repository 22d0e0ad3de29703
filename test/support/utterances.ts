import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Utterances for two bots with ten intents each, written for tests: a shop in French and a clinic in Swahili. */
export interface Utterance {
  readonly language: string;
  /** The intent; null for an utterance that neither bot knows. */
  readonly intent: string | null;
  readonly text: string;
  /** Whether the bots are trained without it. */
  readonly isHeldBack: boolean;
}

/** Utterances, which are held back unless they say otherwise. */
export function utterancesIn(file: 'utterances.jsonl' | 'later-utterances.jsonl'): readonly Utterance[] {
  return readFileSync(join(__dirname, '../recognition', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ isHeldBack: true, ...(JSON.parse(line) as Omit<Utterance, 'isHeldBack'>) }));
}
