import type { Actor } from '../auth/actor.js';
import type { LiveSocket } from './live-socket.js';
import { type LiveTopicDefinition, LiveTopics } from './live-topic.js';
import { disconnectExpired, disconnectRevoked, closeForbiddenWatches } from './recheck.js';
import { repeatedly } from './repeatedly.js';

const actor = (userId: string): Actor => ({ userId, role: 'User', organizationId: null }) as Actor;

function socket(userId: string, ...rooms: string[]) {
  const messages: unknown[] = [];
  const joined = new Set(rooms);
  const fake = {
    data: { actor: actor(userId) },
    rooms: joined,
    leave: (room: string) => joined.delete(room),
    emit: (event: string, scope: unknown) => messages.push([event, scope]),
    disconnect: () => messages.push('disconnect'),
  };
  return { messages, joined, socket: fake as unknown as LiveSocket };
}

function topics(audienceOf: (actor: Actor, id: string) => Promise<string | null>): LiveTopics {
  const all = new LiveTopics();
  all.register({ topic: 'gradebook', audienceOf } as LiveTopicDefinition);
  return all;
}

it('checks all watchers concurrently and disconnects those without rights', async () => {
  const [kept, revoked, unknown] = [socket('kept'), socket('revoked'), socket('unknown')];
  let asked = 0;
  let answer!: () => void;
  const allAsked = new Promise<void>((resolve) => (answer = resolve));
  await disconnectRevoked(
    [revoked, kept, unknown].map((each) => each.socket),
    {
      recheck: async (of) => {
        asked += 1;
        if (asked === 3) answer();
        await allAsked;
        if (of.userId === 'unknown') throw new Error('The database is unavailable');
        return of.userId === 'kept' ? of : null;
      },
    },
  );
  expect([kept.messages, revoked.messages, unknown.messages]).toEqual([[], ['disconnect'], []]);
});

it('asks once for a newer token a minute before expiry, and closes the socket at expiry', () => {
  const [anonymous, early, late, over] = [socket('a'), socket('b'), socket('c'), socket('d')];
  const at = (seconds: number) => new Date(Date.parse('2026-03-01T09:00:00Z') + seconds * 1_000);
  early.socket.data.expiresAt = at(61);
  late.socket.data.expiresAt = at(59);
  over.socket.data.expiresAt = at(0);
  const all = [anonymous, early, late, over];
  const sockets = all.map((each) => each.socket);
  disconnectExpired(sockets, at(0));
  disconnectExpired(sockets, at(0.5));
  expect(all.map(({ messages }) => messages)).toEqual([
    [],
    [],
    [['expiring', undefined]],
    ['disconnect', 'disconnect'],
  ]);
  disconnectExpired([late.socket], at(59));
  expect(late.messages.at(-1)).toBe('disconnect');
});

it('removes watchers whose audience has changed from their room and sends resync', async () => {
  const own = 'own';
  const [staff, demoted, expelled, unknown] = [
    socket('staff', own, 'gradebook|1|staff'),
    socket('demoted', own, 'gradebook|1|staff'),
    socket('expelled', own, 'gradebook|1|staff', 'gradebook|2|staff'),
    socket('unknown', own, 'gradebook|1|staff'),
  ];
  const asking = topics(async ({ userId }, id) => {
    if (userId === 'unknown') throw new Error('The database is unavailable');
    if (userId === 'demoted') return 'member';
    return userId === 'expelled' && id === '1' ? null : 'staff';
  });
  await closeForbiddenWatches(
    [staff, demoted, expelled, unknown].map((each) => each.socket),
    asking,
  );
  const resync = ['resync', { topic: 'gradebook', id: '1' }];
  expect([staff.messages, demoted.messages, expelled.messages, unknown.messages]).toEqual([[], [resync], [resync], []]);
  expect([...demoted.joined]).toEqual([own]);
  expect([...expelled.joined]).toEqual([own, 'gradebook|2|staff']);
});

it('checks once for all windows of a person, with limited concurrency', async () => {
  const sockets = Array.from({ length: 600 }, (_, index) => socket(`${index % 300}`, 'gradebook|1|staff'));
  let [asked, asking, most] = [0, 0, 0];
  const slow = topics(async () => {
    asked += 1;
    asking += 1;
    most = Math.max(most, asking);
    await new Promise(setImmediate);
    asking -= 1;
    return null;
  });
  await closeForbiddenWatches(
    sockets.map((each) => each.socket),
    slow,
  );
  expect([asked, most]).toEqual([300, 200]);
  expect(sockets.every(({ messages }) => messages.length === 1)).toBe(true);
});

it('repeats work without overlap and continues after a failure', async () => {
  const stop = new AbortController();
  const errors: unknown[] = [];
  let [runs, running, most] = [0, 0, 0];
  const work = async (): Promise<void> => {
    runs += 1;
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (runs === 1) throw new Error('Once');
    if (runs === 5) stop.abort();
  };
  await repeatedly(0, stop.signal, work, (error) => errors.push(error));
  expect([runs, most, errors.length]).toEqual([5, 1, 1]);
});
