import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { userStream } from '../../features/people/user.stream.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';
import { Commands } from '../eventsourcing/commands.js';
import { systemContext } from '../eventsourcing/system-context.js';
import { closeAll, connected, eventually, openLive } from './testing/live-client.js';

let platform: TestPlatform;
let student: TestClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
});
afterAll(() => platform.stop());
beforeEach(async () => {
  student = await platform.person('User', await platform.organization());
});
afterEach(closeAll);

const open = (token?: string, headers?: Record<string, string>, namespace?: string) =>
  openLive(platform.url, token, headers, namespace);

it('lets nobody in with a forged token', async () => {
  expect(await connected(open(`${student.token.slice(0, -4)}AAAA`).socket)).toBe('unauthenticated');
});

it('lets nobody in from a page of somebody else', async () => {
  expect(await connected(open(student.token, { origin: 'https://elsewhere.example' }).socket)).toBe('unauthenticated');
});

it('lets nobody into the root namespace', async () => {
  const { socket } = open(student.token, {}, '/');
  expect(await connected(socket)).toBe('unauthenticated');
});

it('lets a person in at most ten times at once', async () => {
  const opened = Array.from({ length: 11 }, () => open(student.token).socket);
  const closed = await eventually(() =>
    opened.find((socket) => socket.disconnected && socket.id === undefined && !socket.active),
  );
  expect(closed).toBeDefined();
  await eventually(() => (opened.filter((socket) => socket.connected).length === 10 ? true : undefined));
});

it('lets nobody stay longer than they are allowed to play', async () => {
  const { socket } = open(student.token);
  expect(await connected(socket)).toBe('connected');
  const gone = new Promise((resolve) => {
    socket.once('disconnect', resolve);
  });
  const command = { type: 'Disable', cause: 'admin' } as const;
  await platform.app.get(Commands).handle(userStream.of(student.userId), command, systemContext(new Date()));
  expect(await gone).toBe('io server disconnect');
});

it('lets people in later when too many come at once from one address', async () => {
  // Who came in this second before counts too, so a second that is ours may be the next one.
  await until(async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, handshake));
    const refused = answers.filter(({ statusCode }) => statusCode !== 101);
    expect(refused.length).toBeGreaterThan(0);
    for (const { statusCode, headers } of refused) {
      expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    }
    return answers.length - refused.length >= 40;
  });
});

/** What a bare request for a socket is answered. */
async function handshake(): Promise<IncomingMessage> {
  const request = get(`${platform.url}/socket.io/?EIO=4&transport=websocket`, {
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    },
  });
  const [answer] = (await Promise.race([once(request, 'response'), once(request, 'upgrade')])) as [IncomingMessage];
  answer.socket.destroy();
  return answer;
}
