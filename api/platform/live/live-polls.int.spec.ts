import { jest } from '@jest/globals';
import type { Gradebook } from '../../contracts/gradebook.contract.js';
import { MAX_POLL_WAIT_MS, type PollFrame, type PollReply, type PollRequest } from '../../contracts/live.contract.js';
import { membershipStream } from '../../features/courses/membership.stream.js';
import { userStream } from '../../features/people/user.stream.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { TestPlatform } from '../../testing/test-platform.js';
import { until } from '../../testing/until.js';
import { POOL } from '../database/pool.js';
import { Commands } from '../eventsourcing/commands.js';
import { requestRebuild } from '../eventsourcing/projecting/projection-set.js';
import { systemContext } from '../eventsourcing/system-context.js';
import { Metrics } from '../ops/metrics.js';
import { LiveHub } from './live-hub.js';
import { LivePolls } from './live-polls.js';
import { LiveTopics } from './live-topic.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());

type Watch = PollRequest['watches'][number];
const polls = () => kit.platform.app.get(LivePolls);

async function poll(client: TestClient, watches: Watch[], waitMs?: number): Promise<PollFrame[]> {
  const request = { watches, presence: null, ...(waitMs !== undefined && { waitMs }) };
  const { status, body } = await client.post<PollReply>('/live/poll', request);
  expect(status).toBe(200);
  return body.frames;
}

/** Sends a poll and waits until the server holds it. */
async function openPoll(client: TestClient, watches: Watch[]): Promise<{ frames: Promise<PollFrame[]> }> {
  const frames = poll(client, watches);
  await until(() => [...polls().waiting()].some(({ data }) => data.actor.userId === client.userId));
  return { frames };
}

/** Returns the frames without those that contain only the progress of a topic. */
const news = (frames: PollFrame[]): PollFrame[] => frames.filter((frame) => !frame.ok || frame.rows.length > 0);

const watchOf = (topic: Watch['topic'], frame?: PollFrame): Watch => ({
  topic,
  id: kit.session.id,
  ...(frame?.ok && { since: frame.sequence, generation: frame.generation }),
  ...(frame?.ok && frame.digest && { digest: frame.digest }),
});

/** Returns a watch of the gradebook from the position of the page's first load. */
async function loaded(): Promise<Watch> {
  const { body } = await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`);
  return { topic: 'gradebook', id: kit.session.id, since: body.sequence, generation: body.generation };
}

const cell = (client: TestClient): string => `${client.userId}:${competeScenario.scenarioId}`;
const commands = () => kit.platform.app.get(Commands);
const context = () => systemContext(new Date());

it('answers with the first change of an unchanged topic, with the same rows as sockets receive', async () => {
  const { frames } = await openPoll(kit.instructor, [await loaded()]);
  await kit.student.post('/scores', sampleAttempt(kit.session.id, competeScenario, { totalScore: 640 }));
  expect(news(await frames)).toMatchObject([
    {
      topic: 'gradebook',
      id: kit.session.id,
      ok: true,
      full: false,
      rows: [{ key: cell(kit.student), sequence: expect.any(Number) as number, value: { kind: 'cell', total: 640 } }],
    },
  ]);
});

it('answers immediately with newer rows on a node that has no state of the client', async () => {
  const position = await loaded();
  await kit.student.post('/scores', sampleAttempt(kit.session.id));
  await kit.platform.settled();
  expect(await poll(kit.instructor, [position])).toMatchObject([{ full: false, rows: [{ key: cell(kit.student) }] }]);
  const [all] = await poll(kit.instructor, [watchOf('gradebook')]);
  expect(all).toMatchObject({ ok: true, full: true });
});

it('answers from the room’s memory without a gap between two polls', async () => {
  const { frames: others } = await openPoll(kit.instructor, [await loaded()]);
  const position = await loaded();
  await kit.student.post('/scores', sampleAttempt(kit.session.id));
  const seen = (await others).at(-1);
  // The other poll keeps the room open.
  const { frames: next } = await openPoll(kit.instructor, [watchOf('gradebook', seen)]);
  expect(await poll(kit.instructor, [position])).toMatchObject([{ full: false, rows: [{ key: cell(kit.student) }] }]);
  await kit.other.post('/scores', sampleAttempt(kit.session.id));
  expect(news(await next)).toMatchObject([{ rows: [{ key: cell(kit.other) }] }]);
});

it('keeps the room’s memory until its polls return', async () => {
  const position = await loaded();
  const { frames } = await openPoll(kit.instructor, [position]);
  await kit.student.post('/scores', sampleAttempt(kit.session.id));
  await frames;
  const read = jest.spyOn(kit.platform.app.get(LiveTopics).find('gradebook')!, 'read');
  try {
    expect(news(await poll(kit.instructor, [position]))).toMatchObject([{ rows: [{ key: cell(kit.student) }] }]);
    expect(read).not.toHaveBeenCalled();
  } finally {
    read.mockRestore();
  }
});

it('sends a snapshot to clients without its content, and again when it changes', async () => {
  const watches = [watchOf('class'), watchOf('leaderboard')];
  const first = await poll(kit.student, watches);
  expect(first).toMatchObject([
    { topic: 'class', full: true, rows: [{ value: { endDate: null } }], digest: expect.any(String) as string },
    { topic: 'leaderboard', full: true, rows: [{ value: { topScores: [] } }] },
  ]);
  const known = [watchOf('class', first[0]), watchOf('leaderboard', first[1])];
  expect(await poll(kit.student, known, 0)).toEqual([]);
  const { frames } = await openPoll(kit.student, known);
  await kit.instructor.delete(`/groups/${kit.course.id}/activesession`);
  const [ended] = await frames;
  expect(ended).toMatchObject({ topic: 'class', rows: [{ value: { endDate: expect.any(String) as string } }] });
  // A client with the older snapshot, from any node, receives the whole new one.
  expect(await poll(kit.student, [watchOf('class', first[0])], 0)).toMatchObject([
    { full: true, digest: ended?.ok ? ended.digest : '' },
  ]);
});

it('sends all rows after a rebuild', async () => {
  const position = await loaded();
  const { frames } = await openPoll(kit.instructor, [position]);
  await requestRebuild(kit.platform.app.get(POOL), ['attempts']);
  expect(news(await frames)).toEqual([]);
  const [all] = await poll(kit.instructor, [position]);
  expect(all).toMatchObject({ ok: true, full: true });
  expect(all?.ok && all.generation).toBeGreaterThan(position.generation!);
});

it('rejects forbidden topics in each poll and answers the others', async () => {
  const frames = await poll(kit.student, [watchOf('gradebook'), watchOf('leaderboard')]);
  expect(frames).toMatchObject([
    { topic: 'gradebook', ok: false, code: 'not-found' },
    { topic: 'leaderboard', ok: true },
  ]);
  const anonymous = await fetch(`${kit.platform.url}/api/live/poll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ watches: [], presence: null }),
  });
  expect(anonymous.status).toBe(401);
});

it('sends no changes to a student who leaves the course while the poll is held', async () => {
  const leaver = await kit.platform.person('User', kit.organization);
  await leaver.post('/groups/join', { code: kit.course.password });
  const [board] = await poll(leaver, [watchOf('leaderboard')]);
  const { frames } = await openPoll(leaver, [watchOf('leaderboard', board)]);
  const command = { type: 'LeaveCourse', courseId: kit.course.id, userId: leaver.userId } as const;
  await commands().handle(membershipStream.of(kit.course.id, leaver.userId), command, context());
  expect(await frames).toEqual([]);
  expect(await poll(leaver, [watchOf('leaderboard', board)])).toMatchObject([{ ok: false, code: 'not-found' }]);
});

it('answers within seconds when the user is disabled, and rejects the next poll', async () => {
  const disabled = await kit.platform.person('User', kit.organization);
  const { frames } = await openPoll(disabled, []);
  const command = { type: 'Disable', cause: 'admin' } as const;
  await commands().handle(userStream.of(disabled.userId), command, context());
  expect(await frames).toEqual([]);
  expect((await disabled.post('/live/poll', { watches: [], presence: null })).status).toBe(401);
});

it('releases a poll immediately when its client disconnects, and its room soon after', async () => {
  const hub = kit.platform.app.get(LiveHub);
  await until(() => polls().count === 0 && hub.roomCount === 0);
  const disconnected = new AbortController();
  const request = fetch(`${kit.platform.url}/api/live/poll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': kit.instructor.token },
    body: JSON.stringify({ watches: [await loaded()], presence: null }),
    signal: disconnected.signal,
  }).catch((error: Error) => error.name);
  await until(() => polls().count === 1 && hub.roomCount === 1);
  disconnected.abort();
  expect(await request).toBe('AbortError');
  await until(() => polls().count === 0 && hub.roomCount === 0);
});

it('does not measure the durations of held polls', async () => {
  await poll(kit.student, [], 0);
  await kit.student.post('/live/poll', {});
  const measured = await kit.platform.app.get(Metrics).registry.metrics();
  const statuses = measured.match(/http_request_duration_seconds_count\{.*route="\/api\/live\/poll".*\}/g) ?? [];
  expect(statuses.map((line) => /status="(\w+)"/.exec(line)?.[1])).toEqual(['4xx']);
});

it('answers the oldest of ten polls of a person when an eleventh arrives', async () => {
  const many = await kit.platform.person('User', kit.organization);
  const oldest = poll(many, []);
  await until(() => polls().count === 1);
  const others = Array.from({ length: 9 }, () => poll(many, []));
  await until(() => polls().count === 10);
  const newest = poll(many, []);
  expect(await oldest).toEqual([]);
  await until(() => polls().count === 10);
  polls().endAll();
  expect(await Promise.all([...others, newest])).toEqual(Array.from({ length: 10 }, () => []));
});

it('rejects too many topics, a repeated topic, a longer wait and a missing field', async () => {
  for (const body of [
    { watches: Array.from({ length: 21 }, () => watchOf('class')), presence: null },
    { watches: [watchOf('class'), { ...watchOf('class'), since: 1 }], presence: null },
    { watches: [], presence: null, waitMs: 20_001 },
    { watches: [] },
  ]) {
    expect((await kit.student.post('/live/poll', body)).status).toBe(400);
  }
});

it('answers held polls when the node stops, and stops immediately', async () => {
  const platform = await TestPlatform.start();
  const person = await platform.person('User', await platform.organization());
  const answer = person.post<PollReply>('/live/poll', { watches: [], presence: null });
  await until(() => platform.app.get(LivePolls).count === 1);
  const began = performance.now();
  await platform.stop();
  expect((await answer).body).toEqual({ frames: [] });
  expect(performance.now() - began).toBeLessThan(MAX_POLL_WAIT_MS);
});
