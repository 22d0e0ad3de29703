import { Failure } from '../shared/failure';
import type { Handler } from '../shared/http';
import proxyAddr from 'proxy-addr';
import type { Config } from '../config/load-config';

/** Maximum length of a URL (path and query), in bytes. */
const LONGEST_URL = 16_384;

/** Refuses URLs that are too long or whose percent-encoding is not UTF-8. */
export const checkedUrl: Handler = (request, _response, next) => {
  const { url } = request;
  if (url.length > LONGEST_URL) throw new Failure('URI_TOO_LONG', 'The request URL is too long');
  if (url.includes('%') && !isDecodable(url)) {
    throw new Failure('INVALID_INPUT', 'The percent-encoding of the URL is malformed');
  }
  next();
};

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

type Trust = (address: string, hop: number) => boolean;

/** Determines the address of a client. Values from proxies count only if the proxies are trusted. */
export function clientAddress({ trustProxy }: Pick<Config, 'trustProxy'>): Handler {
  const trust = trustOf(trustProxy);
  return (request, _response, next) => {
    request.address = proxyAddr(request, trust);
    next();
  };
}

function trustOf(trustProxy: Config['trustProxy']): Trust {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile([...trustProxy]);
}
