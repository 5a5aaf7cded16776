import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../../config.js';
import { DEFAULT_GRADING } from '../../../contracts/grading.rule.js';
import type { PresenceReport } from '../../../contracts/presence.contract.js';
import { Recording, type RecordedStateRow, type RecordingRow } from '../../../contracts/recording.contract.js';
import { ATTEMPT_FLAGS, HELP_CODES, PRESENCE_CODES } from '../../../contracts/recording.rule.js';
import { POOL } from '../../../platform/database/pool.js';
import { ReadModelPositions } from '../../../platform/eventsourcing/projecting/read-model-positions.js';
import { closeAll, eventually, openLive, watch } from '../../../platform/live/testing/live-client.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, quizScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';
import { PresentStudents } from '../../presence/present-students.js';
import { SweepRecordings } from '../sweep-recordings.js';
import { RecordingChangesQuery } from './recording-changes.query.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());
afterEach(closeAll);

const pool = () => kit.platform.app.get<Pool>(POOL);
const path = () => `/sessions/${kit.session.id}/recording`;
async function read(client = kit.instructor): Promise<Recording> {
  await kit.platform.settled();
  const { status, body } = await client.get<Recording>(path());
  expect(status).toBe(200);
  return Recording.parse(body);
}

const report = async (client: TestClient, changes: Partial<PresenceReport> = {}): Promise<void> => {
  const present = kit.platform.app.get(PresentStudents);
  const rest = { sessionId: kit.session.id, scenarioId: null, since: null, idle: false, needsHelp: false };
  present.report(`connection of ${client.userId}`, client.userId, { ...rest, ...changes });
  await present.write();
};
const submit = async (client: TestClient, ...rest: [] | [Parameters<typeof sampleAttempt>[1]]) => {
  const attempt = sampleAttempt(kit.session.id, ...rest);
  expect((await client.post('/scores', attempt)).status).toBe(202);
  return attempt;
};
const kinds = ({ steps }: Recording) => steps.map(([, , kind]) => kind);

it('contains all that shows the class at any of its moments', async () => {
  const played = await submit(kit.student);
  await submit(kit.other, quizScenario);
  await report(kit.student, { scenarioId: competeScenario.scenarioId });
  await report(kit.student, { idle: true });
  await kit.instructor.put(`/groups/${kit.course.id}/leaderboard`, { frozen: true, naming: 'aliases' });
  await kit.instructor.put(`/groups/${kit.course.id}/leaderboard`, { frozen: false });
  await kit.instructor.put(`/sessions/${kit.session.id}/answers`, { released: true });
  await kit.instructor.post(`/sessions/${kit.session.id}/bookmarks`, { note: 'A "quoted" note' });
  await kit.instructor.delete(`/groups/${kit.course.id}/activesession`);
  await kit.instructor.put(`/groups/${kit.course.id}/lastactivesession`);
  const recording = await read();

  expect(recording.session).toMatchObject({ id: kit.session.id, endDate: null, groupName: kit.course.name });
  const place = (client: TestClient) => recording.people.findIndex(([id]) => id === client.userId);
  const scenario = (id: string) => recording.scenarios.indexOf(id);
  expect(recording.roster.map(([, , kind, who]) => [kind, who])).toEqual(
    expect.arrayContaining([kit.student, kit.other].map((client) => ['joined', place(client)])),
  );
  const { passed, compete, quiz, tooFast } = ATTEMPT_FLAGS;
  const { totalScore, maxTotalScore, questionsScore, maxQuestionsScore } = played;
  const [first, second] = recording.attempts;
  const started = Date.parse(played.startedAt);
  const points = [totalScore, maxTotalScore, questionsScore, maxQuestionsScore];
  expect(first!.slice(1, 3)).toEqual([place(kit.student), scenario(competeScenario.scenarioId)]);
  expect(first!.slice(4)).toEqual([
    started,
    started,
    ...points,
    0,
    0,
    passed + tooFast + compete,
    0,
    0,
    played.attemptId,
  ]);
  // The clock of the test and that of the database differ by a few milliseconds.
  expect(Math.abs(first![3] - started)).toBeLessThan(10_000);
  expect(second!.slice(1, 3)).toEqual([place(kit.other), scenario(quizScenario.scenarioId)]);
  expect(second![12] & quiz).toBe(quiz);
  expect(second![11]).toBe(quizScenario.questions.filter(({ maxScore }) => (maxScore ?? 0) > 0).length);
  const { online, idle } = PRESENCE_CODES;
  expect(recording.states.map((state) => state.slice(1))).toEqual([
    [place(kit.student), online, HELP_CODES.none, scenario(competeScenario.scenarioId), null],
    [place(kit.student), idle, HELP_CODES.none, null, null],
  ]);
  expect(recording.presenceSince).toBeLessThanOrEqual(recording.states[0]![0]);
  expect(recording.bookmarks.map((bookmark) => bookmark.slice(2))).toEqual([
    [place(kit.instructor), 'A "quoted" note'],
  ]);
  expect(kinds(recording)).toEqual([
    'catalogue',
    'started',
    'frozen',
    'naming',
    'revealed',
    'answers-released',
    'ended',
    'resumed',
  ]);
  expect(recording.editions.map(({ edition }) => edition)).toEqual([1]);
  expect(recording.editions[0]!.scenarios.map(({ scenarioId }) => scenarioId)).toContain(quizScenario.scenarioId);
  expect(JSON.stringify(recording.editions)).not.toContain('questionText');
  const sequences = [...recording.steps, ...recording.roster, ...recording.attempts].map(([sequence]) => sequence);
  expect(Math.max(...sequences)).toBeLessThanOrEqual(recording.sequence);
});

it('is answered with 304 until something changes', async () => {
  const get = async (etag?: string) =>
    fetch(`${kit.platform.url}/api${path()}`, {
      headers: {
        'x-auth-token': kit.instructor.token,
        'accept-encoding': 'br',
        ...(etag && { 'if-none-match': etag }),
      },
    });
  const changes = [
    () => submit(kit.student),
    () => report(kit.student),
    () => kit.instructor.post(`/sessions/${kit.session.id}/bookmarks`, {}),
    () => kit.instructor.put(`/groups/${kit.course.id}/leaderboard`, { naming: 'anonymous' }),
    () => kit.instructor.delete(`/groups/${kit.course.id}/members/${kit.other.userId}`),
  ];
  await kit.platform.settled();
  for (const change of changes) {
    const first = await get();
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br']);
    const etag = first.headers.get('etag')!;
    expect((await get(etag)).status).toBe(304);
    await change();
    await kit.platform.settled();
    expect((await get(etag)).status).toBe(200);
  }
});

it('has no presence for a class that was not recorded', async () => {
  await submit(kit.student);
  expect(await read()).toMatchObject({ presenceSince: null, states: [], attempts: [expect.anything()] });
});

it('continues on its topics, for staff only', async () => {
  const { sequence, generation } = await read();
  const topic = { topic: 'recording', id: kit.session.id, since: sequence, generation } as const;
  expect(await watch(openLive(kit.platform.url, kit.student.token).socket, topic)).toMatchObject({ ok: false });
  const { socket, changes } = openLive(kit.platform.url, kit.instructor.token);
  expect(await watch(socket, topic)).toMatchObject({ ok: true, full: false, rows: [] });
  const values = () => changes.flatMap((message) => message.rows.map((row) => row.value as RecordingRow));
  const receives = <Kind extends RecordingRow['kind']>(kind: Kind) =>
    eventually(() => values().find((value): value is Extract<RecordingRow, { kind: Kind }> => value.kind === kind));

  const { attemptId } = await submit(kit.student);
  const { attempt } = await receives('attempt');
  expect(attempt.slice(1, 3)).toEqual([kit.student.userId, competeScenario.scenarioId]);
  expect(attempt.at(-1)).toBe(attemptId);
  await kit.instructor.put(`/groups/${kit.course.id}/leaderboard`, { naming: 'aliases' });
  expect((await receives('step')).step.slice(2)).toEqual(['naming', 'aliases']);
  const newcomer = await kit.platform.person('User', kit.organization);
  await newcomer.post('/groups/join', { code: kit.course.password });
  expect((await receives('roster')).step.slice(2)).toEqual(['joined', newcomer.userId]);
  expect((await receives('person')).person[0]).toBe(newcomer.userId);

  // Without a position there is nothing to continue.
  const { since: _since, generation: _generation, ...fresh } = topic;
  const { socket: other } = openLive(kit.platform.url, kit.instructor.token);
  expect(await watch(other, fresh)).toMatchObject({ ok: true, full: true, rows: [] });
});

it('sends no row that is newer than the sequence of the message', async () => {
  const { sequence: since } = await read();
  const positions = kit.platform.app.get(ReadModelPositions);
  const readPosition = positions.read.bind(positions);
  await submit(kit.student);
  await kit.platform.settled();
  const spy = jest.spyOn(positions, 'read').mockImplementationOnce(async (projections) => {
    const position = await readPosition(projections);
    await submit(kit.other);
    const newcomer = await kit.platform.person('User', kit.organization);
    await newcomer.post('/groups/join', { code: kit.course.password });
    await kit.platform.settled();
    return position;
  });
  const { catalogueId } = kit.platform.app.get<Config>(CONFIG);
  const recorded = { sessionId: kit.session.id, courseId: kit.course.id, catalogueId };
  const changes = kit.platform.app.get(RecordingChangesQuery);
  const { rows, sequence } = await changes.read(recorded, since);
  spy.mockRestore();
  expect(rows).toMatchObject([{ value: { kind: 'attempt' } }]);
  const { rows: next } = await changes.read(recorded, sequence);
  const kindsOf = next.map(({ value }) => (value as RecordingRow).kind);
  expect(kindsOf.toSorted()).toEqual(['attempt', 'person', 'roster']);
});

it('sends grading settings that change no board', async () => {
  await submit(kit.student);
  const { sequence: since, generation } = await read();
  const { socket, changes } = openLive(kit.platform.url, kit.instructor.token);
  await watch(socket, { topic: 'recording', id: kit.session.id, since, generation });
  const grading = { ...DEFAULT_GRADING, missing: 'Zero' };
  expect((await kit.instructor.put(`/groups/${kit.course.id}/grading`, grading)).status).toBeLessThan(300);
  const row = await eventually(() => changes.flatMap((message) => message.rows)[0]);
  expect((row.value as Extract<RecordingRow, { kind: 'step' }>).step.slice(2)).toEqual(['grading', grading]);
});

it('sends the newest state of each student', async () => {
  await report(kit.student, { scenarioId: competeScenario.scenarioId });
  const { socket } = openLive(kit.platform.url, kit.instructor.token);
  const reply = await watch(socket, { topic: 'recorded-states', id: kit.session.id });
  const value: Partial<RecordedStateRow> = {
    kind: 'state',
    presence: PRESENCE_CODES.online,
    help: HELP_CODES.none,
    scenarioId: competeScenario.scenarioId,
    helperId: null,
  };
  expect(reply.ok && reply.rows).toMatchObject([{ key: kit.student.userId, value }]);
});

it('omits names that staff is no longer allowed to see', async () => {
  const admin = await kit.platform.admin();
  await report(kit.student);
  const elsewhere = await kit.platform.organization();
  const helper = await kit.platform.person('OrganizationAdmin', kit.organization);
  await helper.post(`/sessions/${kit.session.id}/bookmarks`, {});
  const names = async () => {
    const { people } = await read();
    return Object.fromEntries(people.map(([id, username]) => [id, username]));
  };
  const before = await names();
  for (const { userId } of [kit.student, kit.other, helper]) expect(before[userId]).not.toBe('');
  await kit.instructor.delete(`/groups/${kit.course.id}/members/${kit.student.userId}`);
  expect((await admin.put(`/users/${helper.userId}`, { organizationId: elsewhere })).status).toBe(204);
  expect(await names()).toMatchObject({ ...before, [kit.student.userId]: '', [helper.userId]: '' });
});

describe('sweeping', () => {
  const rows = async () => {
    const { rows: found } = await pool().query<{ states: number; bookmarks: number; classes: number }>(
      `select (select count(*) from plain.recorded_states join plain.recorded_classes using (class_number) where session_id = $1)::integer as states,
              (select count(*) from plain.bookmarks where session_id = $1)::integer as bookmarks,
              (select count(*) from plain.recorded_classes where session_id = $1)::integer as classes`,
      [kit.session.id],
    );
    return found[0];
  };
  const age = async (days: number) => {
    const values = [kit.session.id, days];
    const past = 'make_interval(days => $2)';
    await pool().query(`update plain.bookmarks set at = at - ${past} where session_id = $1`, values);
    await pool().query(
      `update plain.recorded_states s set at = at - ${past} from plain.recorded_classes r
                        where r.class_number = s.class_number and session_id = $1`,
      values,
    );
    await pool().query(`update plain.recorded_classes set begun_at = begun_at - ${past} where session_id = $1`, values);
  };
  const sweep = () => kit.platform.app.get(SweepRecordings).sweep();
  beforeEach(async () => {
    await report(kit.student);
    await kit.instructor.post(`/sessions/${kit.session.id}/bookmarks`, {});
  });

  it('keeps a recording for RECORDING_DAYS', async () => {
    await age(364);
    await sweep();
    expect(await rows()).toEqual({ states: 1, bookmarks: 1, classes: 1 });
    await age(2);
    await pool().query('delete from plain.presence where session_id = $1', [kit.session.id]);
    await sweep();
    expect(await rows()).toEqual({ states: 0, bookmarks: 0, classes: 0 });
  });

  it('deletes the recording of a course 30 days after the course', async () => {
    const admin = await kit.platform.admin();
    expect((await admin.delete(`/groups/${kit.course.id}`)).status).toBe(204);
    await kit.platform.settled();
    await sweep();
    expect(await rows()).toMatchObject({ states: 1, bookmarks: 1 });
    await pool().query(`update read.courses set deleted_at = deleted_at - interval '31 days' where course_id = $1`, [
      kit.course.id,
    ]);
    await sweep();
    expect(await rows()).toMatchObject({ states: 0, bookmarks: 0 });
  });

  it('deletes a deleted bookmark after a day', async () => {
    await pool().query(`update plain.bookmarks set deleted_at = now() - interval '25 hours' where session_id = $1`, [
      kit.session.id,
    ]);
    await sweep();
    expect(await rows()).toMatchObject({ states: 1, bookmarks: 0 });
  });
});
