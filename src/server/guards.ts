import { isApiKey } from '../services/accounts/api-key.service';
import type { Audience } from '../services/accounts/token-codec';
import { type HttpRequest, isForDesk, senderTokenOf, type Handler } from '../shared/http';
import { type AccountViewer, ANONYMOUS, type Viewer } from '../shared/viewer';
import type { Gateway } from './compose';
import type { Config } from '../config/load-config';
import { loggedPath } from '../http/access-log';
import { AdmissionControl } from '../http/admission/admission';
import { Deadlines } from '../http/admission/deadline';
import { errorHandler } from '../http/error-handler';
import { requestIdOf } from '../http/headers';
import { requestLimit, chargeOf, requestWork } from '../http/admission/request-work';
import { ThreadShares } from '../http/admission/thread-limits';
import type { Logger } from '../observability/logger';

type TokenServices = Pick<Gateway, 'sessions' | 'apiKeys'>;

/** REST paths accept only tokens of their own area; GraphQL accepts both. Source: interface decisions, section 3. */
const AUDIENCES_BY_PATH: readonly (readonly [prefix: string, audiences: readonly Audience[]])[] = [
  ['/lexicon', ['lexicon']],
  ['/chatbot', ['chatbot']],
];
const ALL_AUDIENCES: readonly Audience[] = ['lexicon', 'chatbot'];

/**
 * Returns the account for which the token of a request was signed; `undefined` without such a token. This check is cheap, so that it
 * decides who is charged. It does not check whether the token is still valid.
 */
function ownerOf(
  request: Pick<HttpRequest, 'headers' | 'url'>,
  { sessions, apiKeys }: TokenServices,
): Pick<AccountViewer, 'role' | 'accountId'> | undefined {
  const token = senderTokenOf(request);
  if (token === undefined) return undefined;
  return isApiKey(token) ? apiKeys.ownerOf(token) : sessions.ownerOf(token);
}

/**
 * Returns the sender of a request; anonymous without a valid token. Operations that need an account refuse anonymous requests, and a
 * client with an expired token can still read public data.
 */
export async function viewerOf(request: HttpRequest, { sessions, apiKeys }: TokenServices): Promise<Viewer> {
  const token = senderTokenOf(request);
  if (token === undefined) return ANONYMOUS;
  const audiences =
    AUDIENCES_BY_PATH.find(([prefix]) => request.url.startsWith(prefix))?.[1] ?? ALL_AUDIENCES;
  // The cookie of the desk is for people, so it never contains an API key.
  if (isApiKey(token)) {
    if (!audiences.includes('lexicon') || isForDesk(request)) return ANONYMOUS;
    return (await apiKeys.inspect(token)) ?? ANONYMOUS;
  }
  const inspection = await sessions.inspect(token, audiences);
  return inspection.state === 'live' ? inspection.viewer : ANONYMOUS;
}

/** Limits that prevent a caller from exhausting shared resources. */
export interface Guards {
  readonly work: Handler;
  readonly admission: AdmissionControl;
  readonly deadlines: Deadlines;
  readonly limit: Handler;
}

export interface GuardParts {
  readonly config: Config;
  readonly logger: Logger;
  /** Returns the sender of a request. */
  readonly identify: (request: HttpRequest) => Promise<Viewer>;
}

export function guardsOf(gateway: Gateway, { config, logger, identify }: GuardParts): Guards {
  const shares = new ThreadShares();
  return {
    work: workOf(gateway, { config, logger }, shares),
    admission: admissionOf(config, logger, shares),
    deadlines: deadlinesOf(gateway, config, logger),
    limit: limitOf(gateway, identify, shares),
  };
}

/**
 * Interval between commits above which the database counts as stalled, in milliseconds. A transaction normally takes a few milliseconds.
 */
const SLOWEST_COMMITS_MS = 1000;

function deadlinesOf({ storage }: Gateway, { responseTimeoutMs }: Config, logger: Logger): Deadlines {
  return new Deadlines({
    limitMs: responseTimeoutMs,
    isStoring: () => storage.queue.isMoving(SLOWEST_COMMITS_MS),
    isAway: storage.isAway,
    refuse: errorHandler(logger),
  });
}

function admissionOf({ maxInFlight }: Config, logger: Logger, shares: ThreadShares): AdmissionControl {
  const report = (refused: number): void => {
    logger.warn({ refused }, 'Too many requests at once');
  };
  const isThrottled = shares.isExceeded.bind(shares);
  const isDemanding = shares.isDemanding.bind(shares);
  const refuse = errorHandler(logger);
  return new AdmissionControl({ max: maxInFlight, refuse, isThrottled, isDemanding, report });
}

/** Charges a request to the account for which its token was signed, otherwise to its address. */
function workOf(
  { budgets, sessions, apiKeys }: Gateway,
  { config, logger }: Pick<GuardParts, 'config' | 'logger'>,
  shares: ThreadShares,
): Handler {
  return requestWork({
    shares,
    showsCost: config.mode === 'development',
    onCut: (request) => {
      logger.warn(
        { path: loggedPath(request), requestId: requestIdOf(request) },
        'A response took too long to send and was cut off',
      );
    },
    accountOf: (request) => {
      const { address = '' } = request;
      const owner = ownerOf(request, { sessions, apiKeys });
      const caller = owner
        ? budgets.ofAccount(owner.role, owner.accountId, address)
        : budgets.ofAddress(address);
      if (caller === undefined) return undefined;
      return { key: caller.key, charge: budgets.chargeTo(caller), state: () => budgets.stateOf(caller) };
    },
  });
}

/** Charges a request with an invalid token to its address, so that a revoked token cannot exhaust the budget of its account. */
function limitOf(
  { requestLimits, budgets }: Gateway,
  identify: GuardParts['identify'],
  shares: ThreadShares,
): Handler {
  const limitSender = async (request: HttpRequest) => {
    const { work, address = '' } = request;
    const viewer = await identify(request).catch(() => ANONYMOUS);
    if (work && viewer.role === 'anonymous') {
      const caller = budgets.ofAddress(address);
      const charge = caller && budgets.chargeTo(caller);
      const { caller: key = '' } = work;
      work.account = charge && chargeOf({ key, charge }, shares);
    }
    return requestLimits.take(viewer, address);
  };
  return requestLimit((request) => {
    if (senderTokenOf(request) !== undefined) return limitSender(request);
    return requestLimits.take(ANONYMOUS, request.address ?? '');
  });
}
