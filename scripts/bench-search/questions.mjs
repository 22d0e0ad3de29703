import { affixed } from '../support/generated-dictionary.mjs';

/** Questions of one kind and round. */
const MANY = 20;

/** A prime, so that rounds ask of articles from everywhere. */
const STRIDE = 7919;

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** The words that stand in the most translations. */
function commonestWords(articles) {
  const counts = new Map();
  for (const { article } of articles)
    for (const { content } of article.translations ?? [])
      for (const word of content.toLowerCase().match(/\p{L}+/gu) ?? [])
        counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MANY)
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

/** For each kind the text of a question: of the generated article of a number, and of how many times it was asked before. */
const TEXTS = {
  'one letter': (_articles, _number, round) => LETTERS[round % LETTERS.length],
  'two letters': cutTo(2),
  'three letters': cutTo(3),
  'five letters': cutTo(5),
  'commonest translation words': (articles, _number, round) =>
    (common ??= commonestWords(articles))[round % MANY],
  'a headword': headword,
  'a headword with an error': withError,
  'what is no word': (_articles, number) => `qzx${number}vwk`,
};

const HITS = `query ($text: String!, $id: ID) {
  search(text: $text, filter: {dictionary: $id}, first: 10) { nodes { match { level: tier text } article { number headword } } } }`;

/** Each text is asked of one dictionary and of all, for hits alone (GraphQL) and for hits and their number (REST). */
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
  return Array.from({ length: MANY }, (_, i) => {
    const question = round * MANY + i;
    return WAYS[way](TEXTS[text](articles, (question * STRIDE) % size, question), dictionaryId);
  });
}
