import type { SessionService } from '../services/accounts/session.service';
import type { Audience } from '../services/accounts/token-codec';
import { type Incoming, tokenOf } from '../shared/http';
import { type AccountViewer, ANONYMOUS, type Viewer } from '../shared/viewer';

/** REST paths take only the tokens of their own area; GraphQL takes both. Source: interface decisions, section 3. */
const AREAS: readonly (readonly [prefix: string, audiences: readonly Audience[]])[] = [
  ['/lexicon', ['lexicon']],
  ['/chatbot', ['chatbot']],
];
const EVERY_AREA: readonly Audience[] = ['lexicon', 'chatbot'];

/**
 * The account for which the token of a request was signed; `undefined` without such a token. It costs nothing to find out, so it decides who
 * is charged; it does not say that the token is still good.
 */
export function ownerOf(
  { headers }: Pick<Incoming, 'headers'>,
  sessions: SessionService,
): Pick<AccountViewer, 'role' | 'accountId'> | undefined {
  const token = tokenOf(headers);
  return token === undefined ? undefined : sessions.ownerOf(token);
}

/**
 * Who sends a request. Whoever has no good token is nobody in particular: what needs an account says so itself, and what
 * everyone may read stays readable for a client whose token has expired.
 */
export async function viewerOf(request: Incoming, sessions: SessionService): Promise<Viewer> {
  const token = tokenOf(request.headers);
  if (token === undefined) return ANONYMOUS;
  const audiences = AREAS.find(([prefix]) => request.url.startsWith(prefix))?.[1] ?? EVERY_AREA;
  const found = await sessions.inspect(token, audiences);
  return found.state === 'live' ? found.viewer : ANONYMOUS;
}
