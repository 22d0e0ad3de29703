import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is put around a real headword to make another of the same shape; the first leaves it as it is. */
const PREFIXES = ['', 'ma', 'u', 'ki', 'wa', 'nda'];
const SUFFIXES = ['', 'ni', 'ana', 'isha', 'we', 'eka', 'lia', 'ro', 'zi', 'ba'];

/** A prime, so that steps of it reach every place once. */
const STRIDE = 104_729;

/** The articles of import folders, as their lines have them. */
export function articlesIn(folders) {
  return folders.flatMap((folder) =>
    readFileSync(join(folder, 'articles.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}

/** The article of a place in a generated dictionary, and the headword that it gets. */
export function affixed(articles, place) {
  const pass = Math.floor(place / articles.length);
  const { article } = articles[place % articles.length];
  const prefix = PREFIXES[Math.floor(pass / SUFFIXES.length) % PREFIXES.length];
  const word = article.entry?.headword ?? `x${place}`;
  return { article, headword: `${prefix}${word}${SUFFIXES[pass % SUFFIXES.length]}` };
}

/**
 * Lines of a dictionary as large as is wanted, made from real articles: each pass over them gives every headword other
 * affixes, so that new articles fall everywhere into the order of those that are there. Shuffled, neighbours in the file
 * are no neighbours in that order either; real dictionaries are mostly sorted.
 */
export function* generatedLines(articles, { dictionaryId, from, to, shuffledWithin }) {
  for (let number = from; number < to; number++) {
    const place = shuffledWithin === undefined ? number : (number * STRIDE) % shuffledWithin;
    const { article, headword } = affixed(articles, place);
    yield JSON.stringify({
      id_dico: dictionaryId,
      id_article: number + 1,
      public_id: `${dictionaryId}-${number + 1}`,
      radical: headword,
      article: { ...article, entry: { ...article.entry, headword } },
    });
  }
}
