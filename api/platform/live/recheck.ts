import type { LiveTopic } from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';
import type { SocketAuthentication } from '../auth/socket-authentication.js';
import type { LiveConnection } from './live-socket.js';
import type { LiveTopics } from './live-topic.js';
import { parseRoomName, roomName } from './room-name.js';

/** Number of concurrent checks. Large enough that one query answers many of them (see `BatchedCache`). */
const PARALLEL_CHECKS = 200;

/** Disconnects watchers whose sign-in session has ended or whose role or organization has changed. */
export async function disconnectRevoked(
  sockets: Iterable<LiveConnection>,
  authentication: Pick<SocketAuthentication, 'recheck'>,
): Promise<void> {
  await Promise.all(
    Array.from(sockets, async (socket) => {
      const { actor } = socket.data;
      if (!actor) return;
      const now = await authentication.recheck(actor).catch(() => actor);
      if (now?.role !== actor.role || now.organizationId !== actor.organizationId) socket.disconnect(true);
    }),
  );
}

/** Time before expiry at which a client is asked to renew. Long enough for a slow network and one retry. */
const RENEW_AHEAD_MS = 60_000;

/** Closes sockets whose token has expired, and asks for a newer token before the token expires. */
export function disconnectExpired(sockets: Iterable<LiveConnection>, now: Date): void {
  for (const socket of sockets) {
    const { expiresAt, renewalRequested } = socket.data;
    if (!expiresAt) continue;
    const remaining = expiresAt.getTime() - now.getTime();
    if (remaining <= 0) socket.disconnect(true);
    else if (remaining < RENEW_AHEAD_MS && !renewalRequested) {
      socket.data.renewalRequested = true;
      socket.emit('expiring');
    }
  }
}

/** The sockets of a user in a room. */
interface Watch {
  readonly room: string;
  readonly topic: LiveTopic;
  readonly id: string;
  readonly actor: Actor;
  readonly sockets: LiveConnection[];
}

/** Removes watchers from rooms they are no longer allowed in. On `resync` they watch again and receive what they may see. */
export async function closeForbiddenWatches(sockets: Iterable<LiveConnection>, topics: LiveTopics): Promise<void> {
  // The workers share one iterator, so each takes the next unchecked watch.
  const watches = watchesOf(sockets).values();
  await Promise.all(
    Array.from({ length: PARALLEL_CHECKS }, async () => {
      for (const watch of watches) await closeIfForbidden(watch, topics);
    }),
  );
}

/** Groups sockets by user and room, so that each audience is checked once per user. */
function watchesOf(sockets: Iterable<LiveConnection>): Map<string, Watch> {
  const watches = new Map<string, Watch>();
  for (const socket of sockets) {
    const { actor } = socket.data;
    if (!actor) continue;
    for (const room of socket.rooms) {
      const key = `${actor.userId}|${room}`;
      const watched = watches.has(key) ? null : parseRoomName(room);
      if (watched) watches.set(key, { room, ...watched, actor, sockets: [] });
      watches.get(key)?.sockets.push(socket);
    }
  }
  return watches;
}

/** Closes only watches that began before the check. Watches that began during the check have passed their own. */
async function closeIfForbidden({ room, topic, id, actor, sockets }: Watch, topics: LiveTopics): Promise<void> {
  const audience = await topics
    .find(topic)!
    .audienceOf(actor, id)
    // The audience is unknown, so the next round checks it again.
    .catch(() => undefined);
  if (audience === undefined || (audience !== null && room === roomName(topic, id, audience))) return;
  for (const socket of sockets) {
    if (!socket.rooms.has(room)) continue;
    void socket.leave(room);
    socket.emit('resync', { topic, id });
  }
}
