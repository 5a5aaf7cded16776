import type { LiveTopic } from '../../contracts/live.contract.js';
import type { Actor } from '../auth/actor.js';
import type { SocketAuthentication } from '../auth/socket-authentication.js';
import type { LiveConnection } from './live-socket.js';
import type { LiveTopics } from './live-topic.js';
import { parseRoomName, roomName } from './room-name.js';

/** Enough that topics of thousands answer many of them with one query (see `BatchedCache`). */
const AT_ONCE = 200;

/** Ends the connection of everybody whose sign-in is over or whose role or organization is another by now. */
export async function dropTheRevoked(
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

/** A client is asked this long before its socket expires: long enough for a slow network, and for a second try. */
const RENEW_AHEAD_MS = 60_000;

/** Closes sockets whose token has expired, and asks those whose token is about to expire for a newer one. */
export function closeTheExpired(sockets: Iterable<LiveConnection>, now: Date): void {
  for (const socket of sockets) {
    const { expiresAt, askedToRenew } = socket.data;
    if (!expiresAt) continue;
    const remaining = expiresAt.getTime() - now.getTime();
    if (remaining <= 0) socket.disconnect(true);
    else if (remaining < RENEW_AHEAD_MS && !askedToRenew) {
      socket.data.askedToRenew = true;
      socket.emit('expiring');
    }
  }
}

interface Watch {
  readonly topic: LiveTopic;
  readonly id: string;
  readonly actor: Actor;
  readonly sockets: Set<LiveConnection>;
}

/** Takes everybody out of rooms that are not theirs any more; being told `resync` they ask again, and get what is theirs. */
export async function leaveTheForbidden(sockets: Iterable<LiveConnection>, topics: LiveTopics): Promise<void> {
  // One iterator for all: each takes the next that nobody has taken.
  const watches = watchesOf(sockets).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const watch of watches) await leaveIfForbidden(watch, topics);
    }),
  );
}

/** Each question once, however many windows somebody has open. */
function watchesOf(sockets: Iterable<LiveConnection>): Map<string, Watch> {
  const watches = new Map<string, Watch>();
  for (const socket of sockets) {
    const { actor } = socket.data;
    if (!actor) continue;
    for (const room of socket.rooms) {
      const watched = parseRoomName(room);
      if (!watched) continue;
      const key = `${actor.userId}|${watched.topic}|${watched.id}`;
      const watch = watches.get(key) ?? { ...watched, actor, sockets: new Set() };
      watches.set(key, watch);
      watch.sockets.add(socket);
    }
  }
  return watches;
}

async function leaveIfForbidden({ topic, id, actor, sockets }: Watch, topics: LiveTopics): Promise<void> {
  const before = new Map(Array.from(sockets, (socket) => [socket, new Set(socket.rooms)]));
  const audience = await topics
    .find(topic)!
    .audienceOf(actor, id)
    // Not known now: looked at again with the next round.
    .catch(() => undefined);
  if (audience === undefined) return;
  const allowed = audience === null ? null : roomName(topic, id, audience);
  for (const [socket, rooms] of before) {
    // Only those it was in when asked: one joined meanwhile has had its own verdict.
    for (const room of rooms) {
      const watched = parseRoomName(room);
      if (watched?.topic !== topic || watched.id !== id || room === allowed || !socket.rooms.has(room)) continue;
      void socket.leave(room);
      socket.emit('resync', { topic, id });
    }
  }
}
