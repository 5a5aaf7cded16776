import type { BeginAttemptResponse } from '../../../contracts/attempt.contract.js';
import type { Scorecard, SubmitScoreRequest, SubmitScoreResponse } from '../../../contracts/score.contract.js';
import { classKit } from '../../../testing/class-kit.js';
import { competeScenario, quizScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';

const kit = classKit();
const { scenarioId } = competeScenario;

const begin = (client: TestClient, sessionId: string | null = kit.session.id, scenario = scenarioId) =>
  client.post<BeginAttemptResponse & { code: string }>('/attempts', { scenarioId: scenario, sessionId });

const submit = async (
  client: TestClient,
  { attemptId, ticket }: BeginAttemptResponse,
  changes: Partial<SubmitScoreRequest> = {},
) => {
  const attempt = sampleAttempt(kit.session.id, competeScenario, { attemptId, ticket, ...changes });
  const { status, body } = await client.post<SubmitScoreResponse>('/scores', attempt);
  return { attempt, status, level: body.level };
};

const cardOf = async (attemptId: string): Promise<Scorecard | undefined> => {
  await kit.platform.settled();
  const { body } = await kit.instructor.get<Scorecard[]>(`/scores/session/${kit.session.id}/all?attempts=all`);
  return body.find((card) => card.attemptId === attemptId);
};

it('witnesses an attempt: its start is that of the server, whatever the game claims', async () => {
  const { status, body } = await begin(kit.student);
  expect(status).toBe(201);
  const twentyMinutesAgo = new Date(Date.now() - 20 * 60_000).toISOString();
  const { level } = await submit(kit.student, body, { startedAt: twentyMinutesAgo });
  expect(level).toBe('Witnessed');
  expect(await cardOf(body.attemptId)).toMatchObject({
    level: 'Witnessed',
    startedAt: body.startedAt.replace(/\.\d+Z$/, 'Z'),
    tooFast: true,
    flags: ['LongerThanWitnessed', 'TooFast'],
  });
});

it('returns the same level when the result is sent again', async () => {
  const { body } = await begin(kit.student);
  const { attempt } = await submit(kit.student, body);
  const again = await kit.student.post<SubmitScoreResponse>('/scores', attempt);
  expect([again.status, again.body.level]).toEqual([200, 'Witnessed']);
});

it('stores a result with the ticket of another player, scenario or class like one without', async () => {
  const { body } = await begin(kit.student);
  expect(await submit(kit.other, body)).toMatchObject({ status: 202, level: 'Reported' });
  const other = (await begin(kit.student)).body;
  const quiz = sampleAttempt(kit.session.id, quizScenario, { attemptId: other.attemptId, ticket: other.ticket });
  expect((await kit.student.post<SubmitScoreResponse>('/scores', quiz)).body.level).toBe('Reported');
  const outside = (await begin(kit.student, null)).body;
  expect(await submit(kit.student, outside)).toMatchObject({ level: 'Reported' });
});

it('accepts one result for a ticket', async () => {
  const { body } = await begin(kit.student);
  await submit(kit.student, body);
  expect(await submit(kit.student, body, { totalScore: 1 })).toMatchObject({ status: 409 });
});

it('refuses to begin like the result would be refused', async () => {
  const stranger = await kit.platform.person('User', kit.organization);
  expect((await begin(stranger)).body.code).toBe('NOT_ON_ROSTER');
  expect((await begin(kit.student, kit.session.id, kit.session.id)).body.code).toBe('UNKNOWN_SCENARIO');
  expect((await begin(kit.student, kit.course.id)).status).toBe(403);
  expect((await kit.student.post('/attempts', { scenarioId })).status).toBe(400);
});

it('accepts thirty starts a minute of a player', async () => {
  const player = await kit.platform.person('User', kit.organization);
  const answers = await Promise.all(Array.from({ length: 31 }, () => begin(player, null)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await begin(kit.other)).status).toBe(201);
});

it('returns the same attempt for the same idempotency key', async () => {
  const headers = { 'idempotency-key': 'start-of-scenario-1' };
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const { body } = await kit.student.request<BeginAttemptResponse>(
        'POST',
        '/attempts',
        { scenarioId, sessionId: null },
        headers,
      );
      return body.attemptId;
    }),
  );
  expect(ids[0]).toBe(ids[1]);
});

it('flags every result of a script that claims perfect attempts without playing', async () => {
  const [startedAt, completedAt] = [-20 * 60_000, 0].map((ms) => new Date(Date.now() + ms).toISOString()) as [
    string,
    string,
  ];
  const forged = Array.from({ length: 10 }, () =>
    sampleAttempt(kit.session.id, competeScenario, {
      startedAt,
      completedAt,
      totalScore: competeScenario.maxTotalScore,
    }),
  );
  for (const attempt of forged) expect((await kit.student.post('/scores', attempt)).status).toBe(202);
  await kit.platform.settled();
  const { body } = await kit.instructor.get<Scorecard[]>(`/scores/session/${kit.session.id}/all?attempts=all`);
  expect(body).toHaveLength(10);
  for (const { level, flags } of body) {
    expect(level).toBe('Reported');
    expect(flags).toContain('BeganBeforeClass');
  }
});
