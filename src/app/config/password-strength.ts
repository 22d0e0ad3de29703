import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

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
  const { score } = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }).check(password, [...names]);
  return score >= LEAST_SCORE;
}
