import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What people say to two bots of ten intents each, written for tests: a shop in French, a clinic in Swahili. */
export interface Utterance {
  readonly language: string;
  /** Null for what neither bot knows. */
  readonly intent: string | null;
  readonly text: string;
  /** Whether the bots do not learn it. */
  readonly isHeldBack: boolean;
}

/** Utterances, which are held back unless they say otherwise. */
export function utterancesIn(file: 'utterances.jsonl' | 'later-utterances.jsonl'): readonly Utterance[] {
  return readFileSync(join(__dirname, '../recognition', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ isHeldBack: true, ...(JSON.parse(line) as Omit<Utterance, 'isHeldBack'>) }));
}
