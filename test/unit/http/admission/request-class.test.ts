import { isLightByHead, isLightOperation } from '../../../../src/http/admission/request-class';

test.each([
  ['GET', '/lexicon/articles/yor_1/55'],
  ['GET', '/lexicon/articles/yor_1/55?trads=fr'],
  ['HEAD', '/lexicon/dictionaries/articles/yor_1/55/'],
  ['GET', '/lexicon/login'],
  ['POST', '/lexicon/core/login'],
  ['POST', '/chatbot/core/applications/login'],
  ['POST', '/graphql'],
])('%s %s is light', (method, url) => {
  expect(isLightByHead({ method, url })).toBe(true);
});

test.each([
  ['GET', '/lexicon/articles/yor_1'],
  ['GET', '/lexicon/articles?search=a'],
  ['PUT', '/lexicon/articles/yor_1/55'],
  ['DELETE', '/lexicon/articles/yor_1/55'],
  ['GET', '/lexicon/comments/yor_1/55'],
  ['GET', '/chatbot/core/applications'],
  ['GET', '/export/applications/x'],
  ['GET', '/'],
])('%s %s is not', (method, url) => {
  expect(isLightByHead({ method, url })).toBe(false);
});

test.each([
  '{ article(dictionary: "yor_1", number: "55") { headword html source } }',
  'query ($d: ID!) { dictionary(id: $d) { name } }',
  'mutation { logIn(username: "a", password: "b") { login { token } userErrors { code message } } }',
  '{ me { username } }',
])('%s is light', (query) => {
  expect(isLightOperation({ query })).toBe(true);
  expect(isLightOperation({ query })).toBe(true);
});

test.each([
  '{ articles(first: 1) { totalCount } }',
  '{ dictionary(id: "a") { proposals { nodes { difference { path } } } } }',
  '{ dictionary(id: "a") { changes { changes { seq } } } }',
  '{ me { proposals { edges { node { headword } } } } }',
  '{ a: me { name } b: me { name } c: me { name } }',
  '{ dictionary(id: "a") { articles(first: 100) { nodes { headword } } } }',
  'mutation { voteOnArticle(dictionary: "a", number: "1", vote: LIKE) { article { likeCount } userErrors { code message } } }',
  '{ article(dictionary: "a", number: "1") { ...All } } fragment All on Article { headword }',
  `{ article(dictionary: "a", number: "1") { ${Array.from({ length: 61 }, (_, n) => `a${n}: html`).join(' ')} } }`,
  '{ article(',
  `{ me { name } } ${'#'.repeat(5000)}`,
])('%s is not', (query) => {
  expect(isLightOperation({ query })).toBe(false);
});

test.each([undefined, null, [], 'text', { query: 3 }])(
  'does not classify what is not an operation (%j)',
  (body) => {
    expect(isLightOperation(body)).toBe(false);
  },
);
