import { DIALECTS } from './dialects.mjs';
import { GRAPHQL, REST } from './queries.mjs';

/**
 * The requests of the benchmark, the servers that receive them, and the minimum ratio of the gateway to each.
 *
 * @param lines the lines of the dictionary's file, parsed
 * @param more servers in addition to those of every run
 */
export function scenariosOf(lines, more = []) {
  const pick = (round) => lines[(round * 37) % lines.length];
  const rest = (question) => (server) => (round) => {
    const { id_article: number, article } = pick(round);
    const { path, headers = {}, read } = DIALECTS[server.name]?.rest[question] ?? { path: REST[question] };
    return { url: server.url, path: path(number, article.entry.headword), headers, read };
  };
  const graphql = (question) => (server) => (round) => {
    const own = DIALECTS[server.name]?.graphql[question];
    const { id_article: id } = pick(round);
    return {
      url: server.url,
      path: own?.path ?? (server.name === 'apollo' ? '/' : '/graphql'),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: own?.query ?? GRAPHQL[question],
        variables: question === 'one' ? { id: own === undefined ? String(id) : id } : {},
      }),
      // Converts its response to the shape of the others.
      read: own?.read,
    };
  };
  const accepting = (encoding, make) => (server) => (round) => ({
    ...make(server)(round),
    headers: { 'accept-encoding': encoding },
  });
  const also = (kind, question) => more.filter((name) => DIALECTS[name][kind]?.[question] !== undefined);
  const besideBare = (question, floor) => ({
    ...{ make: rest(question), servers: ['gateway', 'bare', 'http', ...also('rest', question)] },
    floors: { bare: floor },
  });
  const besideGraphql = (question, floor) => ({
    ...{ make: graphql(question), servers: ['gateway', 'apollo', 'mercurius', ...also('graphql', question)] },
    floors: { apollo: 1.5, mercurius: floor },
  });
  return [
    { name: 'REST one article', ...besideBare('one', 0.8) },
    { name: 'REST list of 100', ...besideBare('list', 1.7) },
    ...['br', 'gzip'].map((encoding) => ({
      ...{ name: `REST list of 100, ${encoding}`, make: accepting(encoding, rest('list')) },
      ...{ servers: ['gateway', 'compressed'], floors: { compressed: 1.6 }, encoding },
    })),
    { name: 'REST list of 100, entry alone', ...besideBare('entries', 1.2) },
    // The simple servers look up less and do not rank, so the responses differ: see plain-handlers.mjs.
    { name: 'REST search', ...besideBare('search', undefined), mayDiffer: true },
    { name: 'GraphQL one article', ...besideGraphql('one', 0.8) },
    { name: 'GraphQL list of 100', ...besideGraphql('list', 1.5) },
    { name: 'GraphQL list of 100, entry alone', ...besideGraphql('entries', 1) },
    { name: 'GraphQL nested list of 100', ...besideGraphql('nested', 1.2) },
  ];
}
