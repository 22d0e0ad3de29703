import fc from 'fast-check';
import type { Line } from './lines';
import { ARTICLES, LISTS, type ComparedRoute } from './compared-routes';

/** One read, as a client may spell it. */
export interface Request {
  readonly route: ComparedRoute;
  /** Dictionary; `undefined` for all of them. */
  readonly dictionary: string | undefined;
  /** Article, for the reads of one. */
  readonly article: string | undefined;
  readonly isAliased: boolean;
  readonly flag: string | undefined;
  readonly language: string;
  readonly limit: number;
  readonly page: number;
  readonly sort: 'ASC' | 'DESC';
  /** Further query, of no consequence. */
  readonly noise: readonly string[];
}

const LANGUAGES = ['fr', 'en', 'EN', 'es', 'ko', 'wo', 'zz'];
const page = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 40 }));
const limit = fc.oneof(fc.constant(10), fc.integer({ min: 1, max: 100 }));
const noise = fc.subarray(
  ['resume=no', 'colour=red', 'entries=false', 'cats=0', 'html=No', 'constructor=1'],
  {
    maxLength: 2,
  },
);

export function listRequests(dictionaries: readonly string[]): fc.Arbitrary<Request> {
  const dictionary = fc.constantFrom(undefined, ...dictionaries, 'no_such_dictionary');
  return requests(LISTS, { dictionary, article: fc.constant(undefined) });
}

export function articleRequests(lines: readonly Line[]): fc.Arbitrary<Request> {
  const target = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...lines).chain(namesOf) },
    fc.constantFrom([lines[0]!.id_dico, '99999999'] as const, ['no_such_dictionary', '1'] as const),
  );
  return target.chain(([dictionary, article]) =>
    requests(ARTICLES, { dictionary: fc.constant(dictionary), article: fc.constant(article) }),
  );
}

const namesOf = (line: Line) =>
  fc.constantFrom(
    [line.id_dico, String(line.id_article)] as const,
    [line.id_dico.normalize('NFD'), line.public_id] as const,
  );

interface Target {
  readonly dictionary: fc.Arbitrary<string | undefined>;
  readonly article: fc.Arbitrary<string | undefined>;
}

function requests(routes: readonly ComparedRoute[], target: Target): fc.Arbitrary<Request> {
  return fc.constantFrom(...routes).chain((route) =>
    fc.record({
      route: fc.constant(route),
      ...target,
      isAliased: fc.boolean(),
      flag: flagOf(route),
      language: fc.constantFrom(...LANGUAGES),
      limit,
      page,
      noise,
      sort: fc.constantFrom('ASC', 'DESC'),
    }),
  );
}

function flagOf({ flags }: ComparedRoute): fc.Arbitrary<string | undefined> {
  if (flags.length === 0) return fc.constant(undefined);
  const ending = flags.includes('trad') ? [''] : ['', '=', '=true', '=1', '=yes'];
  return fc.tuple(fc.constantFrom(...flags), fc.constantFrom(...ending)).map((both) => both.join(''));
}

/** Path and query. */
export function uriOf(request: Request): string {
  const { dictionary, article, isAliased, flag, language, route, limit: most, page: at, sort } = request;
  const names = [dictionary, article].flatMap((name) => (name === undefined ? [] : encodeURIComponent(name)));
  const words = article === undefined ? [`limit=${most}`, `page=${at}`, `sort=${sort.toLowerCase()}`] : [];
  const kind = flag === undefined ? [] : [route.flags.includes('trad') ? `${flag}=${language}` : flag];
  const path = ['/lexicon', ...(isAliased ? ['dictionaries'] : []), 'articles', ...names].join('/');
  const query = [...kind, ...request.noise.filter((pair) => isHarmless(pair, kind)), ...words].join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** A key that is repeated counts once, so that switching it off behind would undo the flag itself. */
const isHarmless = (pair: string, kind: readonly string[]) =>
  !kind.some((flag) => flag.split('=')[0] === pair.split('=')[0]);
