import proxyAddr from 'proxy-addr';
import type { Handler } from '../shared/http';
import type { Config } from '../config/load-config';

type Trust = (address: string, hop: number) => boolean;

/** Tells where a request comes from: what proxies say of it counts as far as they are trusted. */
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
