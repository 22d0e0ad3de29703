import { basic, graphql } from './client.mjs';

const times = (count, text) => Array.from({ length: count }, (_, n) => text(n)).join(' ');
const mutation = (count, text) => graphql(`mutation { ${times(count, text)} }`);

const vote = (dictionary, n, m) =>
  `a${m}: voteOnArticle(dictionary: "${dictionary}", number: "${1 + ((n * 29 + m) % 290)}", vote: ${['LIKE', 'UNLIKE', 'NONE'][(n + m) % 3]}) { article { likeCount } }`;
const comment = (dictionary, n, m, article) =>
  `a${m}: createComment(input: { dictionary: "${dictionary}", number: "${article}", text: "${'ŋ'.repeat(4990)}${n}" }) { comment { publicId } }`;

/** Attacks by a user with an ordinary account. */
export const USER = {
  'votes by 29 aliases': {
    isShort: true,
    connections: 55,
    next: ({ dictionary }, n) => mutation(29, (m) => vote(dictionary, n, m)),
  },
  'votes on one article': {
    connections: 55,
    next: ({ dictionary }, n) =>
      mutation(
        29,
        (m) =>
          `a${m}: voteOnArticle(dictionary: "${dictionary}", number: "1", vote: ${(n + m) % 2 ? 'LIKE' : 'NONE'}) { article { likeCount } }`,
      ),
  },
  'votes, hung up on': {
    isShort: true,
    connections: 55,
    next: ({ dictionary }, n) => ({ ...mutation(29, (m) => vote(dictionary, n, m)), hangsUpAfter: 20 }),
  },
  'comments by 29 aliases': {
    connections: 55,
    next: ({ dictionary }, n) => mutation(29, (m) => comment(dictionary, n, m, 1 + ((n + m) % 60))),
  },
  'comments on one article': {
    isShort: true,
    connections: 55,
    next: ({ dictionary }, n) => mutation(29, (m) => comment(dictionary, n, m, 1)),
  },
  'lists of comments': {
    connections: 55,
    next: ({ dictionary }, n) =>
      graphql(
        `{ ${times(12, (m) => `a${m}: comments(filter: { dictionary: "${dictionary}" }, first: 100, page: ${1 + ((n + m) % 2)}) { totalCount nodes { text } }`)} }`,
      ),
  },
  'wrong passwords of others': {
    isShort: true,
    connections: 55,
    next: (_, n) => ({
      path: '/lexicon/login',
      headers: basic(['admin2', 'other1', 'other2'][n % 3], `wrong ${n}`),
    }),
  },
  'changes of the password': {
    isShort: true,
    connections: 55,
    next: (_, n) =>
      mutation(
        29,
        (m) =>
          `a${m}: changePassword(oldPassword: "wrong ${n} ${m}", newPassword: "another password") { user { id } }`,
      ),
  },
  'changes of oneself': {
    connections: 55,
    next: (_, n) =>
      mutation(
        29,
        (m) => `a${m}: updateUser(user: "crowd", input: { address: "${n} ${m}" }) { user { id } }`,
      ),
  },
  'streams of comments, hung up on': {
    connections: 60,
    next: ({ dictionary }, n) => ({
      ...graphql(
        `subscription { commentAdded(dictionary: "${dictionary}", number: "${1 + (n % 200)}") { text article { html } } }`,
      ),
      ...{ headers: { accept: 'text/event-stream' }, hangsUpAfter: 300 },
    }),
  },
  'API keys and links for others, by 29 aliases': {
    connections: 55,
    next: (_, n) =>
      mutation(29, (m) =>
        (n + m) % 2
          ? `a${m}: createApiKey(input: { name: "k${n}", scopes: [READ] }) { created { token } userErrors { code } }`
          : `a${m}: createPasswordResetLink(user: "other${1 + (m % 2)}") { userErrors { code } }`,
      ),
  },
  'ends of sessions': {
    connections: 55,
    next: () =>
      mutation(29, (m) => `a${m}: logOutApplication(tokens: ["a.b.${m}"]) { application { name } }`),
  },
};
