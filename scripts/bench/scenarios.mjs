import { FROM_PARSE, GRAPHQL, PARSE, PARSE_HEADERS, POSTGRAPHILE, REST } from './queries.mjs';

/** An object of Parse Server without what every one of its objects has. */
const withoutOwn = ({ objectId: _, createdAt: __, updatedAt: ___, ...rest }) => rest;

/**
 * What is asked, of whom, and the least that the gateway has to reach in relation to the others.
 *
 * @param lines the lines of the dictionary's file, parsed
 * @param more servers beside those that every run has
 */
export function scenariosOf(lines, more = []) {
  const pick = (round) => lines[(round * 37) % lines.length];
  const rest = (question) => (server) => (round) => {
    const { id_article: number, article } = pick(round);
    const isParse = server.name === 'parse';
    return {
      url: server.url,
      path: (isParse ? PARSE : REST)[question](number, article.entry.headword),
      headers: isParse ? PARSE_HEADERS : {},
      // How its answer reads, in the form of the others.
      read: isParse ? ({ results }) => FROM_PARSE[question](results.map(withoutOwn)) : undefined,
    };
  };
  const graphql = (question) => (server) => (round) => {
    const query = (server.name === 'postgraphile' ? POSTGRAPHILE : GRAPHQL)[question];
    const { id_article: id } = pick(round);
    return {
      url: server.url,
      path: server.name === 'apollo' ? '/' : '/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query,
        variables: question === 'one' ? { id: server.name === 'postgraphile' ? id : String(id) } : {},
      }),
    };
  };
  const accepting = (encoding, make) => (server) => (round) => ({
    ...make(server)(round),
    headers: { 'accept-encoding': encoding },
  });
  const also = (name) => more.filter((other) => other === name);
  const besideBare = (floor, others = also('parse')) => ({
    servers: ['gateway', 'bare', 'http', ...others],
    floors: { bare: floor },
  });
  const besideGraphql = (floor, others = also('postgraphile')) => ({
    servers: ['gateway', 'apollo', 'mercurius', ...others],
    floors: { apollo: 1.5, mercurius: floor },
  });
  return [
    { name: 'REST one article', make: rest('one'), ...besideBare(0.8) },
    { name: 'REST list of 100', make: rest('list'), ...besideBare(1.7) },
    ...['br', 'gzip'].map((encoding) => ({
      ...{ name: `REST list of 100, ${encoding}`, make: accepting(encoding, rest('list')) },
      ...{ servers: ['gateway', 'compressed'], floors: { compressed: 1.6 }, encoding },
    })),
    { name: 'REST list of 100, entry alone', make: rest('entries'), ...besideBare(1.2) },
    // The yardstick asks less and does not rank, so the answers differ; see plain-handlers.mjs.
    { name: 'REST search', make: rest('search'), ...besideBare(undefined, []), mayDiffer: true },
    { name: 'GraphQL one article', make: graphql('one'), ...besideGraphql(0.8) },
    { name: 'GraphQL list of 100', make: graphql('list'), ...besideGraphql(1.5) },
    { name: 'GraphQL list of 100, entry alone', make: graphql('entries'), ...besideGraphql(1) },
    { name: 'GraphQL nested list of 100', make: graphql('nested'), ...besideGraphql(1.2, []) },
  ];
}
