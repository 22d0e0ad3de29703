import { createRequire } from 'node:module';

/** Shortest password of a first account in production, in characters. */
const SHORTEST = 12;

/** What zxcvbn calls safely unguessable against hashes that are slow: from 10^8 guesses. */
const LEAST_SCORE = 3;

/**
 * Whether a password stands guessing: long enough, and neither common nor made of common passwords, rows of keys, dates, repetitions
 * or the names of its account.
 */
export function isStrong(password: string, names: readonly string[]): boolean {
  if (Array.from(password).length < SHORTEST) return false;
  const { ZxcvbnFactory, adjacencyGraphs, dictionary } = library();
  const { score } = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }).check(password, [...names]);
  return score >= LEAST_SCORE;
}

type Core = typeof import('@zxcvbn-ts/core');
type Words = typeof import('@zxcvbn-ts/language-common');

/** Loaded only where a password is judged: its lists take 16 MB. */
function library(): Pick<Core, 'ZxcvbnFactory'> & Pick<Words, 'adjacencyGraphs' | 'dictionary'> {
  const load = createRequire(__filename);
  return {
    ...(load('@zxcvbn-ts/core') as Core),
    ...(load('@zxcvbn-ts/language-common') as Words),
  };
}
