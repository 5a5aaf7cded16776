import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name a site; its owner chooses the other 64 freely. */
const IPV6_SITE_BITS = 64;

/**
 * The network that limits per address are counted for: an IPv4 address itself, the /64 of an IPv6 address. One subscriber
 * owns a whole /64, so counting single IPv6 addresses would give each of them 2^64 tries.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // Also turns ::ffff:192.0.2.1, an IPv4 client on an IPv6 socket, into 192.0.2.1.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_SITE_BITS}`);
  return `${network.toString()}/${IPV6_SITE_BITS}`;
}
