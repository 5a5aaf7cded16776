import type { IncomingMessage } from 'node:http';

/** Where a request came from, by the hops that `trustProxy` of fastify-options.ts believes. */
export function clientAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
  const hops = forwarded.split(',').flatMap((hop) => hop.trim() || []);
  // Each proxy appends who came to it, so the nearest is last.
  const nearestFirst = [socket.remoteAddress ?? '', ...hops.toReversed()];
  return nearestFirst[Math.min(trustedProxies, nearestFirst.length - 1)]!;
}
