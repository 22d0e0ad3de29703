import type { SessionService } from '../services/session.service';
import type { Audience } from '../services/token-codec';
import { type Incoming, tokenOf } from '../shared/http';
import { ANONYMOUS, type Viewer } from '../shared/viewer';

/** REST paths take only the tokens of their own area; GraphQL takes both. Source: interface decisions, section 3. */
const AREAS: readonly (readonly [prefix: string, audiences: readonly Audience[]])[] = [
  ['/lexicon', ['lexicon']],
  ['/chatbot', ['chatbot']],
];
const EVERY_AREA: readonly Audience[] = ['lexicon', 'chatbot'];

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
