import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that identify a site. The site's owner assigns the other 64 freely. */
const IPV6_SITE_BITS = 64;

/**
 * Returns the network to which limits per address apply: an IPv4 address itself, or the /64 of an IPv6 address. A subscriber
 * owns a whole /64, so limits per IPv6 address would allow each subscriber 2^64 attempts.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // Also turns ::ffff:192.0.2.1, an IPv4 client on an IPv6 socket, into 192.0.2.1.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_SITE_BITS}`);
  return `${network.toString()}/${IPV6_SITE_BITS}`;
}
