import { graphql } from './client.mjs';

/** Typical requests of readers: an article over REST and over GraphQL, a list, and a search. */
export const READ_REQUESTS = (dictionary) => [
  { path: `/lexicon/articles/${dictionary}/7?content` },
  graphql(
    `{ article(dictionary: "${dictionary}", number: "12") { number headword content { translations { content } } } }`,
  ),
  graphql(
    `{ articles(filter: { dictionary: "${dictionary}" }, first: 10) { totalCount nodes { number headword } } }`,
  ),
  graphql(
    `{ search(text: "omi", filter: { dictionary: "${dictionary}" }, first: 10) { nodes { article { number headword } } } }`,
  ),
];
