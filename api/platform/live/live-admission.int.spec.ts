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

it('rejects a forged token', async () => {
  expect(await connected(open(`${student.token.slice(0, -4)}AAAA`).socket)).toBe('unauthenticated');
});

it('rejects a page of another origin', async () => {
  expect(await connected(open(student.token, { origin: 'https://elsewhere.example' }).socket)).toBe('unauthenticated');
});

it('rejects the root namespace', async () => {
  const { socket } = open(student.token, {}, '/');
  expect(await connected(socket)).toBe('unauthenticated');
});

it('admits at most ten sockets of a person', async () => {
  const opened = Array.from({ length: 11 }, () => open(student.token).socket);
  const closed = await eventually(() =>
    opened.find((socket) => socket.disconnected && socket.id === undefined && !socket.active),
  );
  expect(closed).toBeDefined();
  await eventually(() => (opened.filter((socket) => socket.connected).length === 10 ? true : undefined));
});

it('disconnects a user who is disabled', async () => {
  const { socket } = open(student.token);
  expect(await connected(socket)).toBe('connected');
  const disconnected = new Promise((resolve) => {
    socket.once('disconnect', resolve);
  });
  const command = { type: 'Disable', cause: 'admin' } as const;
  await platform.app.get(Commands).handle(userStream.of(student.userId), command, systemContext(new Date()));
  expect(await disconnected).toBe('io server disconnect');
});

it('responds with 503 to handshakes over the limit of an address', async () => {
  // Earlier handshakes in the same second count too, so the limit may be fully available only in the next second.
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

/** Returns the response to a handshake without a socket.io client. */
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
