/**
 * Largest number of an article or an owned object: numbers up to it, and those that follow for as long as anybody lives, are exact
 * in JSON and in JavaScript.
 */
export const MAX_NUMBER = 1_000_000_000_000_000;
