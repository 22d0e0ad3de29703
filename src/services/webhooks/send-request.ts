import { lookup, Resolver } from 'node:dns/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { ChannelRequest } from '../../domain/chatbot/channels/channel-messages';
import { isPrivate } from '../../domain/chatbot/channels/webhook-settings';

/** Time limit of the whole exchange, in milliseconds, and maximum size of a response, in bytes. */
const EXCHANGE_MS = 10_000;
const MAX_RESPONSE_BYTES = 65_536;

/** Timeout of a DNS query in milliseconds, and the number of tries. */
const DNS_OPTIONS = { timeout: 2_000, tries: 2 } as const;

/** Longest delay of the next attempt that a receiver can request, in seconds. */
const MAX_WAIT_SECONDS = 3600;

/** The response of a receiver. */
export interface SendResult {
  /** HTTP status of the response; null if there was none. */
  readonly status: number | null;
  /** The reason for which the attempt failed; null if it succeeded. */
  readonly problem: string | null;
  /** Seconds after which the receiver asks to retry, if it does. */
  readonly retryAfter?: number;
}

/** Rules for sending a request. */
export interface SendRules {
  /** Whether addresses of private networks, and plain http, are allowed. */
  readonly toPrivate: boolean;
  /** Addresses of the name servers to ask; by default those of the system. */
  readonly nameServers?: readonly string[];
  /** Ends the exchange. */
  readonly ending?: AbortSignal;
}

interface Address {
  readonly address: string;
  readonly family: number;
}

/**
 * Sends a request to a URL that users have configured. The name is resolved once, and the connection uses the address
 * that was checked. Redirects are not followed, and only the status of the response counts, even if its body does not
 * end: a receiver that has accepted an answer must not get it again. Never throws.
 */
export async function sendRequest(request: ChannelRequest, rules: SendRules): Promise<SendResult> {
  const { toPrivate, ending } = rules;
  const url = new URL(request.url);
  if (url.protocol !== 'https:' && !toPrivate) return failed('Webhooks go to https addresses only');
  // `AbortSignal.any` would let `ending`, which lives as long as the process, grow with every exchange in Node.js 20.
  const aborting = new AbortController();
  const { signal } = aborting;
  const abort = (): void => {
    aborting.abort();
  };
  const timer = setTimeout(abort, EXCHANGE_MS);
  ending?.addEventListener('abort', abort);
  try {
    ending?.throwIfAborted();
    const name = url.hostname.replace(/^\[|\]$/gu, '');
    const addresses = await withinTime(addressesOf(name, rules, signal), signal);
    const usable = toPrivate ? addresses : addresses.filter(({ address }) => !isPrivate(address));
    if (usable.length < addresses.length || usable.length === 0)
      return failed('Webhooks do not go to addresses of private networks');
    return await exchange(url, request, { addresses: usable, signal });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (ending?.aborted) return failed('The exchange was ended because this server stops');
    if (signal.aborted) return failed(`No response within ${EXCHANGE_MS / 1000} seconds`);
    return failed(`The receiver could not be reached${typeof code === 'string' ? ` (${code})` : ''}`);
  } finally {
    clearTimeout(timer);
    ending?.removeEventListener('abort', abort);
  }
}

/**
 * The addresses of a name that users have configured. It sends DNS queries itself, because the resolver of the system
 * has few threads and a name without an answer occupies one for half a minute. Names without a dot are not public.
 */
async function addressesOf(
  name: string,
  { toPrivate, nameServers }: SendRules,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  if (toPrivate) return lookup(name, { all: true, verbatim: true });
  const family = isIP(name);
  if (family !== 0) return [{ address: name, family }];
  if (!name.replace(/\.$/u, '').includes('.')) return [];
  const resolver = new Resolver(DNS_OPTIONS);
  if (nameServers) resolver.setServers(nameServers);
  signal.addEventListener('abort', () => {
    resolver.cancel();
  });
  const resolutions = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
  const addresses = resolutions.flatMap((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []));
  const [failure] = resolutions.flatMap((lookup) =>
    lookup.status === 'rejected' ? [lookup.reason as Error] : [],
  );
  if (addresses.length === 0 && failure) throw failure;
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

interface Route {
  readonly addresses: readonly Address[];
  readonly signal: AbortSignal;
}

function exchange(
  url: URL,
  { headers, body }: ChannelRequest,
  { addresses, signal }: Route,
): Promise<SendResult> {
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    lookup: lookupAmong(addresses),
    signal,
    maxHeaderSize: 16_384,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'griot',
    },
  };
  return new Promise((settle, reject) => {
    let result: SendResult | undefined;
    const end = (error?: Error): void => {
      if (result) settle(result);
      else reject(error ?? new Error('No response'));
    };
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(url, options, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      result = sendResultOf(status, answered['retry-after']);
      let bytes = 0;
      response.on('data', ({ length }: Buffer) => {
        bytes += length;
        if (bytes > MAX_RESPONSE_BYTES) response.destroy();
      });
      response.on('error', () => undefined);
      response.on('close', end);
    });
    // The request offers no other protocol. Without this handler, the connection would end but the request would not.
    sent.on('upgrade', ({ statusCode = 101 }, socket) => {
      socket.destroy();
      settle(sendResultOf(statusCode, undefined));
    });
    sent.on('error', end);
    sent.end(body);
  });
}

/** A look-up that gives the addresses that were checked. */
function lookupAmong(addresses: readonly Address[]): RequestOptions['lookup'] {
  const [first] = addresses;
  return (_name, options, callback) => {
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function sendResultOf(status: number, retryAfter: string | undefined): SendResult {
  if (status >= 200 && status < 300) return { status, problem: null };
  const seconds = /^\d{1,6}$/u.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const problem =
    status >= 300 && status < 400 ? 'Griot does not follow redirects' : `The receiver answered ${status}`;
  return {
    status,
    problem,
    ...(seconds === undefined ? {} : { retryAfter: Math.min(seconds, MAX_WAIT_SECONDS) }),
  };
}

function failed(problem: string): SendResult {
  return { status: null, problem };
}

/** Limits the time of a wait. */
function withinTime<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((settle, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
    result.then(settle, reject);
  });
}
