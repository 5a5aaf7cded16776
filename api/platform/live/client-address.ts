import type { IncomingMessage } from 'node:http';

/** Returns the client address, resolved through as many trusted proxies as `trustProxy` in `fastify-options.ts`. */
export function clientAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
  const hops = forwarded.split(',').flatMap((hop) => hop.trim() || []);
  // Each proxy appends the address of its client, so the last entry is the nearest.
  const nearestFirst = [socket.remoteAddress ?? '', ...hops.toReversed()];
  return nearestFirst[Math.min(trustedProxies, nearestFirst.length - 1)]!;
}
