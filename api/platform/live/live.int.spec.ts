import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Gradebook } from '../../contracts/gradebook.contract.js';
import type { ClassSession, Group } from '../../contracts/group.contract.js';
import type { Leaderboard } from '../../contracts/leaderboard.contract.js';
import type { WatchRequest } from '../../contracts/live.contract.js';
import { membershipStream } from '../../features/courses/membership.stream.js';
import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { POOL } from '../database/pool.js';
import { Commands } from '../eventsourcing/commands.js';
import { requestRebuild } from '../eventsourcing/projecting/projection-set.js';
import { systemContext } from '../eventsourcing/system-context.js';
import { LiveGateway } from './live.gateway.js';
import { LiveTopics } from './live-topic.js';
import { closeAll, eventually, openLive, watch } from './testing/live-client.js';

let platform: TestPlatform;
let organization: string;
let instructor: TestClient;
let student: TestClient;
let course: Group;
let session: ClassSession;

beforeAll(async () => {
  platform = await TestPlatform.start();
  organization = await platform.organization();
  instructor = await platform.person('Instructor', organization);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  student = await platform.person('User', organization);
  ({ course, session } = await platform.runningClass(instructor, organization, [student]));
  await platform.settled();
});
afterEach(closeAll);

const open = (token?: string) => openLive(platform.url, token);

const gradebook = async () => (await instructor.get<Gradebook>(`/sessions/${session.id}/gradebook`)).body;
const cellOf = (client: TestClient) => `${client.userId}:${competeScenario.scenarioId}`;

it('sends a changed cell to a watcher that has loaded the page before', async () => {
  const { socket, changes } = open(instructor.token);
  const { sequence, generation } = await gradebook();
  const reply = await watch(socket, { topic: 'gradebook', id: session.id, since: sequence, generation });
  expect(reply).toMatchObject({ ok: true, full: false, rows: [], generation });
  await student.post('/scores', sampleAttempt(session.id, competeScenario, { totalScore: 640 }));
  const row = await eventually(() =>
    changes.flatMap((message) => message.rows).find(({ key }) => key === cellOf(student)),
  );
  expect(row).toMatchObject({ sequence: expect.any(Number) as number, value: { kind: 'cell', total: 640 } });
  expect(changes[0]).toMatchObject({ topic: 'gradebook', id: session.id, generation });
});

it('replies with the changes since a sequence, and with all rows without one', async () => {
  const { sequence, generation } = await gradebook();
  await student.post('/scores', sampleAttempt(session.id));
  await platform.settled();
  const { socket } = open(instructor.token);
  const since = await watch(socket, { topic: 'gradebook', id: session.id, since: sequence, generation });
  expect(since).toMatchObject({ ok: true, full: false, rows: [{ key: cellOf(student) }] });
  const full = await watch(socket, { topic: 'gradebook', id: session.id });
  expect(full.ok && full.full && full.rows.map((row) => row.key).toSorted()).toEqual(
    [student.userId, cellOf(student)].toSorted(),
  );
});

it('sends a row without value for a student who has left', async () => {
  const { socket, changes } = open(instructor.token);
  await watch(socket, { topic: 'gradebook', id: session.id });
  const command = { type: 'LeaveCourse', courseId: course.id, userId: student.userId } as const;
  const stream = membershipStream.of(course.id, student.userId);
  await platform.app.get(Commands).handle(stream, command, systemContext(new Date()));
  const row = await eventually(() =>
    changes.flatMap((message) => message.rows).find(({ key }) => key === student.userId),
  );
  expect(row.value).toBeNull();
});

it('sends resync to all watchers after a rebuild', async () => {
  const { socket, resyncs } = open(instructor.token);
  const before = await watch(socket, { topic: 'gradebook', id: session.id });
  await student.post('/scores', sampleAttempt(session.id));
  await requestRebuild(platform.app.get(POOL), ['attempts']);
  await eventually(() => (resyncs.length > 0 ? resyncs : undefined));
  expect(resyncs[0]).toEqual({ topic: 'gradebook', id: session.id });
  const after = await watch(socket, {
    topic: 'gradebook',
    id: session.id,
    since: 1,
    generation: before.ok ? before.generation : 0,
  });
  expect(after).toMatchObject({ ok: true, full: true });
  expect(after.ok && before.ok && after.generation).toBeGreaterThan(before.ok ? before.generation : 0);
});

it('sends resync after a rebuild in a class without later events', async () => {
  const { socket, resyncs } = open(instructor.token);
  await watch(socket, { topic: 'gradebook', id: session.id });
  await requestRebuild(platform.app.get(POOL), ['attempts']);
  await eventually(() => (resyncs.length > 0 ? resyncs : undefined));
  expect(resyncs).toEqual([{ topic: 'gradebook', id: session.id }]);
});

it('does not read for a socket that disconnected during its access check', async () => {
  const gradebookTopic = platform.app.get(LiveTopics).find('gradebook')!;
  const audiences = jest.spyOn(gradebookTopic, 'audienceOf');
  const reads = jest.spyOn(gradebookTopic, 'read');
  let answer!: (audience: string) => void;
  audiences.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  try {
    const leaving = open(instructor.token).socket;
    const { socket, changes } = open(student.token);
    await watch(socket, { topic: 'leaderboard', id: session.id });
    leaving.emit('watch', { topic: 'gradebook', id: session.id });
    await eventually(() => (audiences.mock.calls.length > 0 ? true : undefined));
    const { sockets: present } = platform.app.get(LiveGateway)['namespace'];
    const { id } = leaving;
    leaving.disconnect();
    await eventually(() => (present.has(id!) ? undefined : true));
    answer('staff');
    await student.post('/scores', sampleAttempt(session.id));
    await eventually(() => changes[0]);
    expect(reads).not.toHaveBeenCalled();
  } finally {
    jest.restoreAllMocks();
  }
});

it('sends the complete leaderboard after a score, and the class when it ends', async () => {
  const { socket, changes } = open(student.token);
  expect(await watch(socket, { topic: 'leaderboard', id: session.id })).toMatchObject({
    ok: true,
    rows: [{ key: 'snapshot', value: { topScores: [] } }],
  });
  expect(await watch(socket, { topic: 'class', id: session.id })).toMatchObject({
    ok: true,
    rows: [{ value: { endDate: null } }],
  });
  await student.post('/scores', sampleAttempt(session.id));
  const board = await eventually(() => changes.find(({ topic }) => topic === 'leaderboard'));
  expect((board.rows[0]!.value as Leaderboard).topScores).toMatchObject([
    { rank: 1, userId: student.userId, organizationName: null },
  ]);
  await instructor.delete(`/groups/${course.id}/activesession`);
  const ended = await eventually(() => changes.findLast(({ topic }) => topic === 'class'));
  expect(ended.rows[0]!.value).toMatchObject({ id: session.id, endDate: expect.any(String) as string });
});

it('sends no more changes after unwatch', async () => {
  const { socket, changes } = open(instructor.token);
  await watch(socket, { topic: 'gradebook', id: session.id });
  await watch(socket, { topic: 'leaderboard', id: session.id });
  socket.emit('unwatch', { topic: 'gradebook', id: session.id });
  await watch(socket, { topic: 'class', id: session.id });
  await student.post('/scores', sampleAttempt(session.id));
  await eventually(() => changes.find(({ topic }) => topic === 'leaderboard'));
  expect(changes.filter(({ topic }) => topic === 'gradebook')).toEqual([]);
});

it('does not start a watch whose unwatch arrives during its access check', async () => {
  const { socket, changes } = open(instructor.token);
  await watch(socket, { topic: 'leaderboard', id: session.id });
  socket.emit('watch', { topic: 'gradebook', id: session.id });
  socket.emit('unwatch', { topic: 'gradebook', id: session.id });
  await watch(socket, { topic: 'class', id: session.id });
  await student.post('/scores', sampleAttempt(session.id));
  await eventually(() => changes.find(({ topic }) => topic === 'leaderboard'));
  expect(changes.filter(({ topic }) => topic === 'gradebook')).toEqual([]);
});

it('starts a watch that follows an unwatch', async () => {
  const { socket, changes } = open(instructor.token);
  const request = { topic: 'gradebook', id: session.id } as const;
  socket.emit('watch', request);
  socket.emit('unwatch', request);
  expect(await watch(socket, request)).toMatchObject({ ok: true });
  await student.post('/scores', sampleAttempt(session.id));
  await eventually(() => changes.find(({ topic }) => topic === 'gradebook'));
});

describe('access to topics', () => {
  it.each<[string, () => string | undefined, Partial<WatchRequest>, string]>([
    ['the gradebook to a student', () => student.token, { topic: 'gradebook' }, 'not-found'],
    ['a leaderboard to an anonymous client', () => undefined, { topic: 'leaderboard' }, 'not-found'],
    [
      'an unknown class',
      () => instructor.token,
      { topic: 'gradebook', id: '0198c0de-ffff-7000-8000-000000000000' },
      'not-found',
    ],
    ['a class with a malformed id', () => instructor.token, { topic: 'class', id: 'x' }, 'not-found'],
    [
      'the board of a campaign that is not in the catalogue',
      () => student.token,
      { topic: 'leaderboard', id: `%s.campaign.${randomUUID()}` },
      'not-found',
    ],
    [
      'the board of a scenario that is not in the catalogue',
      () => student.token,
      { topic: 'leaderboard', id: `%s.scenario.${competeScenario.campaignId}` },
      'not-found',
    ],
    ['an unknown topic', () => instructor.token, { topic: 'secrets' as 'class' }, 'invalid'],
  ])('is denied (%s)', async (_, token, request, code) => {
    const { socket } = open(token());
    const id = request.id?.replace('%s', session.id) ?? session.id;
    expect(await watch(socket, { ...request, id })).toEqual({ ok: false, code });
  });

  it.each(['campaign', 'scenario'] as const)('is granted for the board of a %s in the catalogue', async (kind) => {
    const { socket } = open(student.token);
    const id = `${session.id}.${kind}.${competeScenario[`${kind}Id`]}`;
    expect(await watch(socket, { topic: 'leaderboard', id })).toMatchObject({ ok: true });
  });

  it('ends when the student leaves the course', async () => {
    const { socket, resyncs } = open(student.token);
    const request = { topic: 'leaderboard', id: session.id } as const;
    expect(await watch(socket, request)).toMatchObject({ ok: true });
    const command = { type: 'LeaveCourse', courseId: course.id, userId: student.userId } as const;
    const stream = membershipStream.of(course.id, student.userId);
    await platform.app.get(Commands).handle(stream, command, systemContext(new Date()));
    expect(await eventually(() => resyncs[0])).toEqual(request);
    expect(await watch(socket, request)).toEqual({ ok: false, code: 'not-found' });
  });

  it('is denied for a class of another organization', async () => {
    const stranger = await platform.person('OrganizationAdmin', await platform.organization());
    const { socket } = open(stranger.token);
    for (const topic of ['gradebook', 'leaderboard', 'class'] as const) {
      expect(await watch(socket, { topic, id: session.id })).toEqual({ ok: false, code: 'not-found' });
    }
  });
});
