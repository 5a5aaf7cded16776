import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import fc from 'fast-check';
import { CONFIG, type Config } from '../../../config.js';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { DEFAULT_GRADING } from '../../../contracts/grading.rule.js';
import { openDebrief } from '../../../contracts/debrief.rule.js';
import { boardAt } from '../../../contracts/debrief-board.rule.js';
import { scenariosAt } from '../../../contracts/debrief-gradebook.rule.js';
import { monitorAt, openPresence } from '../../../contracts/debrief-presence.rule.js';
import { gradebookRows } from '../../../contracts/gradebook-rows.rule.js';
import type { Gradebook } from '../../../contracts/gradebook.contract.js';
import type { Leaderboard, LeaderboardEntry } from '../../../contracts/leaderboard.contract.js';
import type { PresenceRow } from '../../../contracts/presence.contract.js';
import { Recording } from '../../../contracts/recording.contract.js';
import type { SubmitScoreRequest } from '../../../contracts/score.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { systemContext } from '../../../platform/eventsourcing/system-context.js';
import { ReadModelPositions } from '../../../platform/eventsourcing/projecting/read-model-positions.js';
import { classKit } from '../../../testing/class-kit.js';
import { foldedRows, liveRows, seenInMonitor, unnamed, valuesOf } from '../../../testing/debrief-comparison.js';
import { competeScenario, lessonScenario, quizScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';
import { defaultCatalogue } from '../../catalogue/default-catalogue.js';
import { erasePerson } from '../../people/privacy/erase-person.js';
import { PresenceTable } from '../../presence/presence-table.js';
import { PresentStudents } from '../../presence/present-students.js';
import { attemptStream, decideScore } from '../../scores/score.stream.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());

const SCENARIOS = [competeScenario, lessonScenario, quizScenario];
const path = (end: string) => `/sessions/${kit.session.id}/${end}`;
const board = async (view: string) =>
  (await kit.instructor.get<Leaderboard>(`/scores/leaderboard/${kit.session.id}/all?limit=100&view=${view}`)).body;

/** The live views of the class at one moment. `time` is that of the database's clock in milliseconds. */
interface Live {
  readonly after: string;
  readonly sequence: number;
  readonly time: number;
  readonly gradebook: Gradebook;
  readonly staff: readonly LeaderboardEntry[];
  readonly students: readonly LeaderboardEntry[];
  readonly monitor: ReadonlyMap<string, PresenceRow>;
}

async function liveViews(after: string): Promise<Live> {
  await kit.platform.settled();
  const { sequence } = await kit.platform.app.get(ReadModelPositions).read([]);
  const { body: gradebook } = await kit.instructor.get<Gradebook>(path('gradebook'));
  const { now, rows } = await kit.platform.app.get(PresenceTable).read(kit.session.id);
  return {
    after,
    // The response of an unchanged gradebook keeps an older sequence.
    sequence,
    time: now,
    gradebook,
    staff: (await board('staff')).topScores,
    students: (await board('students')).topScores,
    monitor: new Map(rows.map(({ userId, presence }) => [userId, presence])),
  };
}

async function recorded(): Promise<Recording> {
  await kit.platform.settled();
  return Recording.parse((await kit.instructor.get<Recording>(path('recording'))).body);
}

const rowsOf = (gradebook: Gradebook) =>
  liveRows(gradebookRows(gradebook).map(({ key, value }) => [key, value] as const));

function expectEqual(recording: Recording, live: Live, studentsNaming = 'names'): void {
  const debrief = openDebrief(recording, 'seen');
  const state = debrief.at(debrief.positionOf(live.sequence));
  const { after } = live;
  expect({ after, rows: foldedRows(debrief, state) }).toEqual({ after, rows: rowsOf(live.gradebook) });
  expect({ after, scenarios: scenariosAt(debrief, state) }).toEqual({ after, scenarios: live.gradebook.scenarios });
  expect({ after, staff: boardAt(debrief, state, { view: 'staff' }) }).toEqual({ after, staff: live.staff });
  const shown = boardAt(debrief, state, { view: 'students' });
  if (state.facts.naming === studentsNaming) expect({ after, shown }).toEqual({ after, shown: live.students });
  expect({ after, shown: unnamed(shown) }).toEqual({ after, shown: unnamed(live.students) });
  const monitor = monitorAt(openPresence(recording), recording, state, live.time);
  const inMonitor = (rows: ReadonlyMap<string, PresenceRow>) =>
    valuesOf([...rows].map(([userId, row]) => [userId, seenInMonitor(row)] as const));
  if (state.facts.endedAt === null) {
    expect({ after, monitor: inMonitor(monitor) }).toEqual({ after, monitor: inMonitor(live.monitor) });
  }
}

async function submit(
  client: TestClient,
  of: Scenario,
  changes: Partial<SubmitScoreRequest> = {},
): Promise<SubmitScoreRequest> {
  const attempt = sampleAttempt(kit.session.id, of, changes);
  expect((await client.post('/scores', attempt)).status).toBe(202);
  return attempt;
}

/** Records an attempt as if it arrived an hour later, longer than a test can wait. */
async function submitLate(client: TestClient, changes: Partial<SubmitScoreRequest>): Promise<void> {
  const attempt = sampleAttempt(kit.session.id, competeScenario, changes);
  const event = decideScore({
    attempt,
    userId: client.userId,
    organizationId: kit.organization,
    scenario: competeScenario,
    classOfAttempt: {
      courseId: kit.course.id,
      organizationId: kit.organization,
      startedAt: kit.session.startDate,
      endedAt: attempt.completedAt,
      onRoster: true,
      joinedAt: null,
    },
    now: Date.now() + 3_600_000,
  });
  const { metadata } = systemContext(new Date());
  const stream = attemptStream.name(attempt.attemptId);
  await kit.platform.store.appendToStream(stream, 'no-stream', [{ ...event, eventId: randomUUID(), metadata }]);
}

async function report(client: TestClient, scenario: Scenario | null, helpId?: string): Promise<void> {
  const present = kit.platform.app.get(PresentStudents);
  present.report(`connection of ${client.userId}`, client.userId, {
    sessionId: kit.session.id,
    scenarioId: scenario?.scenarioId ?? null,
    since: null,
    idle: false,
    needsHelp: helpId !== undefined,
    ...(helpId !== undefined && { helpId }),
  });
  await present.write();
}

const action = fc.record({ student: fc.nat(2), scenario: fc.nat(2), share: fc.nat(4), passed: fc.boolean() });

it('shows at every sequence what gradebook, boards and monitor showed live', async () => {
  const admin = await kit.platform.admin();
  const third = await kit.platform.person('User', kit.organization);
  const students = [kit.student, kit.other, third];
  const moments: Live[] = [];
  const attempts: { client: TestClient; attempt: SubmitScoreRequest }[] = [];
  const seed = Date.now() % 1_000_000;
  const actions = fc.sample(action, { numRuns: 60, seed });
  const look = async (after: string) => void moments.push(await liveViews(`${after} (seed ${seed})`));

  async function play(count: number): Promise<void> {
    for (const { student, scenario, share, passed } of actions.splice(0, count)) {
      const [client, of] = [students[student]!, SCENARIOS[scenario]!];
      // A student who was offline submits an attempt that was completed earlier.
      const completedAt = share === 4 ? kit.session.startDate! : new Date().toISOString();
      const totalScore = (of.maxTotalScore * share) / 4;
      await report(client, of);
      const attempt = await submit(client, of, { totalScore, passed, startedAt: kit.session.startDate!, completedAt });
      attempts.push({ client, attempt });
      await look('a result');
    }
  }
  const put = async (url: string, body?: object) =>
    expect((await kit.instructor.put(url, body)).status).toBeLessThan(300);
  const lead = `/groups/${kit.course.id}/leaderboard`;

  await third.post('/groups/join', { code: kit.course.password });
  await look('a join');
  await play(8);
  await put(lead, { frozen: true });
  await play(5);
  await put(lead, { naming: 'aliases' });
  await look('aliases');
  const { attemptId } = attempts.at(-1)!.attempt;
  const decisionId = randomUUID();
  await put(path(`decisions/${decisionId}`), { attemptId, decision: 'SetAside', reason: 'A test.' });
  await look('a decision');
  await play(4);
  await put(lead, { frozen: false, naming: 'names' });
  expect((await kit.instructor.delete(path(`decisions/${decisionId}`))).status).toBe(204);
  await look('the decision was undone');
  const helpId = randomUUID();
  await report(kit.student, lessonScenario, helpId);
  await look('a help request');
  await put(path(`help/${kit.student.userId}`), { helpId, status: 'on-my-way' });
  await look('an answer');
  await put(path(`help/${kit.student.userId}`), { helpId, status: 'resolved' });
  await look('the end of a request');
  const grading = `/groups/${kit.course.id}/grading`;
  const { catalogueId } = kit.platform.app.get<Config>(CONFIG);
  const published = defaultCatalogue()
    .filter(({ scenarioId }) => scenarioId !== lessonScenario.scenarioId)
    .map((scenario) => ({ ...scenario, scenarioShortTitle: `${scenario.scenarioShortTitle} 2` }));
  expect((await admin.put(`/courses/${catalogueId}/headers`, published)).status).toBe(200);
  await look('a publication');
  SCENARIOS.splice(1, 1, competeScenario);
  await put(grading, { ...DEFAULT_GRADING, count: 'Witnessed' });
  await look('only witnessed results');
  await put(grading, { ...DEFAULT_GRADING, attempts: 'Last', passMark: 50 });
  await look('the last attempt');
  await play(2);
  await put(grading, DEFAULT_GRADING);
  await look('the default settings');
  await play(4);
  expect((await admin.delete('/scores')).status).toBeLessThan(300);
  await look('a clear');
  await play(4);
  expect((await kit.instructor.delete(`/groups/${kit.course.id}/activesession`)).status).toBeLessThan(300);
  await look('the end');
  await submitLate(kit.other, {
    totalScore: competeScenario.maxTotalScore,
    completedAt: kit.session.startDate!,
    startedAt: kit.session.startDate!,
  });
  await look('a late result');
  expect((await admin.put(`/courses/${catalogueId}/headers`, defaultCatalogue())).status).toBe(200);
  await look('a publication after the end');
  await put(`/groups/${kit.course.id}/lastactivesession`);
  await look('a resumption');
  await play(4);

  const recording = await recorded();
  expect(new Set(moments.map(({ sequence }) => sequence)).size).toBeGreaterThanOrEqual(40);
  for (const live of [...moments, ...moments.toReversed()]) expectEqual(recording, live);
});

it('shows students who left, were renamed or were erased since as they are shown now, at every moment', async () => {
  await submit(kit.student, competeScenario);
  await submit(kit.other, competeScenario);
  const gone = await kit.platform.person('User', kit.organization);
  await gone.post('/groups/join', { code: kit.course.password });
  await submit(gone, competeScenario);
  await report(gone, competeScenario);
  const before = await liveViews('three results');
  expect((await recorded()).states).toHaveLength(1);
  const admin = await kit.platform.admin();
  await kit.instructor.delete(`/groups/${kit.course.id}/members/${kit.other.userId}`);
  expect((await admin.put(`/users/${kit.student.userId}`, { firstName: 'Grace' })).status).toBe(204);
  await erasePerson(gone.userId, {
    pool: kit.platform.app.get<Pool>(POOL),
    store: kit.platform.store,
    claims: kit.platform.app.get(Claims),
    mailFolder: '/nowhere',
    now: new Date(),
  });
  // The node still remembers the last report.
  await kit.platform.app.get(PresentStudents).write();
  const recording = await recorded();
  expect(recording.states).toEqual([]);
  const { userName } = before.staff.find(({ userId }) => userId === gone.userId)!;
  expect(JSON.stringify(recording)).not.toContain(userName);
  const debrief = openDebrief(recording, 'seen');
  const nameAt = (sequence: number) =>
    Object.fromEntries(
      boardAt(debrief, debrief.at(debrief.positionOf(sequence)), { view: 'staff' }).map((entry) => [
        entry.userId,
        entry,
      ]),
    );
  const places = nameAt(before.sequence);
  expect(Object.keys(places)).toEqual(expect.arrayContaining([kit.student.userId, kit.other.userId]));
  expect(places[kit.student.userId]?.name).toMatch(/^Grace /);
  expect(places[kit.other.userId]).toMatchObject({ userName: '', name: '' });
  expect(Object.keys(nameAt(recording.sequence))).not.toContain(kit.other.userId);
});
