import { affixed } from '../support/generated-dictionary.mjs';

/** Number of searches of each kind in one round. */
const SEARCHES_PER_KIND = 20;

/** A prime step, so that the searches of a round find articles from all parts of the dictionary. */
const STRIDE = 7919;

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The words that occur in the most translations. */
function commonestWords(articles) {
  const counts = new Map();
  for (const { article } of articles)
    for (const { content } of article.translations ?? [])
      for (const word of content.toLowerCase().match(/\p{L}+/gu) ?? [])
        counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SEARCHES_PER_KIND)
    .map(([word]) => word);
}

let common;

const headword = (articles, number) => affixed(articles, number).headword;
const cutTo = (length) => (articles, number) =>
  Array.from(headword(articles, number)).slice(0, length).join('');

function withError(articles, number) {
  const letters = Array.from(headword(articles, number));
  return letters.toSpliced(Math.floor(letters.length / 2), 1).join('');
}

/** The search text of each kind, from the articles, the number of one of them, and the round. */
const TEXTS = {
  'one letter': (_articles, _number, round) => LETTERS[round % LETTERS.length],
  'two letters': cutTo(2),
  'three letters': cutTo(3),
  'five letters': cutTo(5),
  'commonest translation words': (articles, _number, round) =>
    (common ??= commonestWords(articles))[round % SEARCHES_PER_KIND],
  'a headword': headword,
  'a headword with an error': withError,
  'what is no word': (_articles, number) => `qzx${number}vwk`,
};

const HITS = `query ($text: String!, $id: ID) {
  search(text: $text, filter: {dictionary: $id}, first: 10) { nodes { match { level: tier text } article { number headword } } } }`;

/** Requests for a text: in one dictionary and in all, for hits alone (GraphQL) and for hits and their number (REST). */
const WAYS = {
  'GraphQL hits': (text, id) => ({
    ...{ path: '/graphql', method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ query: HITS, variables: { text, id } }),
  }),
  'REST with total': (text, id) => ({
    path: `/lexicon/articles/${id}?search=${encodeURIComponent(text)}&limit=10`,
  }),
  'REST of all dictionaries': (text) => ({
    path: `/lexicon/articles?search=${encodeURIComponent(text)}&limit=10`,
  }),
};

export const KINDS = Object.keys(WAYS).flatMap((way) => Object.keys(TEXTS).map((text) => `${text}, ${way}`));

/** The requests of one kind in one round. */
export function questionsFrom(articles, { kind, size, round, dictionaryId }) {
  const [text, way] = kind.split(/, (?=GraphQL|REST)/);
  return Array.from({ length: SEARCHES_PER_KIND }, (_, i) => {
    const question = round * SEARCHES_PER_KIND + i;
    return WAYS[way](TEXTS[text](articles, (question * STRIDE) % size, question), dictionaryId);
  });
}
