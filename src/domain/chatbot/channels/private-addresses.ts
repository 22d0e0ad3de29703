import { BlockList, isIP } from 'node:net';

/** Networks that are not the public internet. Source: IANA, special-purpose address registries. */
const SPECIAL_NETWORKS = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [network = '', bits] = range.split('/');
  SPECIAL_NETWORKS.addSubnet(network, Number(bits));
}

/** Allocated IPv6 addresses, without those that translate to other networks or are unreachable. */
const PUBLIC_IPV6_NETWORKS = new BlockList();
PUBLIC_IPV6_NETWORKS.addSubnet('2000::', 3, 'ipv6');
const SPECIAL_IPV6_NETWORKS = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL_IPV6_NETWORKS.addSubnet(network, bits, 'ipv6');

/** Whether an address belongs to no public host. IPv4 addresses in the form of IPv6 count as private, too. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return SPECIAL_NETWORKS.check(address);
  return !PUBLIC_IPV6_NETWORKS.check(address, 'ipv6') || SPECIAL_IPV6_NETWORKS.check(address, 'ipv6');
}

/** Whether the host of a URL is visibly no public one: a private address, or a name without a dot. Other names may still have private addresses. */
export function isPrivateHost({ hostname }: Pick<URL, 'hostname'>): boolean {
  const name = hostname.replace(/^\[|\]$/gu, '');
  return isIP(name) === 0 ? !name.replace(/\.$/u, '').includes('.') : isPrivate(name);
}
