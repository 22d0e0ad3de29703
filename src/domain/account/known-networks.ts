/** A network from which an account has logged in. */
export interface KnownNetwork {
  /** A hash of the account and the network. It can confirm a network but does not reveal it. */
  readonly mark: string;
  readonly seenAt: Date;
}

/** Maximum number of networks stored per account. The networks of the latest logins are kept. */
const MAX_NETWORKS = 10;

/** Time for which a network is stored after the last login from it, in milliseconds: 90 days. */
const REMEMBERED_MS = 90 * 24 * 3_600_000;

/** Whether an account has recently logged in from a network. */
export function isKnownNetwork(networks: readonly KnownNetwork[], mark: string, now = new Date()): boolean {
  return networks.some((network) => network.mark === mark && isFresh(network, now));
}

/** Returns the networks of an account after a login. The network of the login is the last one. */
export function withNetwork(
  networks: readonly KnownNetwork[],
  mark: string,
  now = new Date(),
): readonly KnownNetwork[] {
  const others = networks
    .filter((network) => network.mark !== mark && isFresh(network, now))
    // A date in the future was written while the clock was wrong.
    .map((network) => (network.seenAt > now ? { ...network, seenAt: now } : network));
  return [...others, { mark, seenAt: now }].slice(-MAX_NETWORKS);
}

function isFresh({ seenAt }: KnownNetwork, now: Date): boolean {
  return now.getTime() - seenAt.getTime() < REMEMBERED_MS;
}
