import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import { bestAttempt } from '../../contracts/best-attempt.rule.js';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { Gradebook } from '../../contracts/gradebook.contract.js';
import { gradebookRows } from '../../contracts/gradebook-rows.rule.js';
import type { Scorecard, SubmitScoreRequest } from '../../contracts/score.contract.js';
import { POOL } from '../../platform/database/pool.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { classKit } from '../../testing/class-kit.js';
import { competeScenario, lessonScenario, quizScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { CatalogueQuery } from '../catalogue/catalogue.query.js';
import { defaultCatalogue } from '../catalogue/default-catalogue.js';
import { PublishCatalogue, PublishCatalogueHandler } from '../catalogue/publish-catalogue/publish-catalogue.handler.js';
import { formIdOf, toAnsweredForm } from '../answered-forms/answered-form.query.js';
import type { ScoreSubmitted } from './score.events.js';
import { attemptStream } from './score.stream.js';

const kit = classKit();

const submit = (attempt: unknown, client = kit.student) => client.post('/scores', attempt);
const end = () => kit.instructor.delete(`/groups/${kit.course.id}/activesession`);
const attempt = (...args: Parameters<typeof sampleAttempt> extends [unknown, ...infer Rest] ? Rest : never) =>
  sampleAttempt(kit.session.id, ...args);
const invented = Array.from({ length: 200 }, (_, index) => ({
  questionText: `Invented ${index}`,
  score: 0,
  maxScore: 1_000_000,
  answerScorecards: [],
}));
/** Stores the form of an attempt without questions, and returns its id. */
async function emptyForm(): Promise<string> {
  const { questions } = toAnsweredForm([]);
  const formId = formIdOf(questions);
  await kit.platform.app
    .get<Pool>(POOL)
    .query('insert into read.attempt_forms_v19 values ($1, $2) on conflict do nothing', [formId, questions]);
  return formId;
}

const attemptsOf = (client: TestClient) =>
  client.get<Scorecard[]>(`/scores/session/${kit.session.id}/all?attempts=all&includeFailedScores=true`);

describe('an attempt', () => {
  it('is confirmed once it is in the log, and appears in the gradebook', async () => {
    const mine = attempt();
    const answer = await submit(mine);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ attemptId: mine.attemptId, version: 0, level: 'Reported' });
    const [event] = await kit.platform.store.readStream(attemptStream.name(mine.attemptId));
    expect(event).toMatchObject({
      type: 'ScoreSubmitted',
      data: {
        userId: kit.student.userId,
        courseId: kit.course.id,
        organizationId: kit.organization,
        campaignType: 'Compete',
        late: false,
      },
    });
    await kit.platform.settled();
    const rows = gradebookRows((await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`)).body);
    const cell = rows.find((row) => row.key === `${kit.student.userId}:${mine.scenarioId}`);
    expect(cell?.value).toMatchObject({ kind: 'cell', total: mine.totalScore, maxTotal: 1000, passed: true });
  });

  it('returns the same response when it is sent again, also twenty times concurrently', async () => {
    const mine = attempt();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(mine)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(answers.map(({ headers }) => headers.get('x-log-position'))).size).toBe(1);
    expect(
      answers.every(({ body }) =>
        isDeepStrictEqual(body, { attemptId: mine.attemptId, version: 0, level: 'Reported' }),
      ),
    ).toBe(true);
    expect(await kit.platform.store.readStream(attemptStream.name(mine.attemptId))).toHaveLength(1);
  });

  it('is rejected for another signed-in player than the one it names', async () => {
    const mine = attempt();
    const as = (playerId: string) => kit.student.request('POST', '/scores', mine, { 'x-player-id': playerId });
    expect((await as(kit.other.userId)).problem).toMatchObject({ status: 403, code: 'OTHER_PLAYER' });
    expect(await kit.platform.store.readStream(attemptStream.name(mine.attemptId))).toEqual([]);
    expect((await as(kit.student.userId)).status).toBe(202);
  });

  it('is accepted when the read model does not contain its scenario yet', async () => {
    const { catalogueId } = kit.platform.app.get<Config>(CONFIG);
    expect((await submit(attempt())).status).toBe(202);
    const fresh = { ...lessonScenario, scenarioId: randomUUID() };
    const publish = (scenarios: Scenario[]) =>
      kit.platform.app
        .get(PublishCatalogueHandler)
        .execute(new PublishCatalogue(catalogueId, scenarios, systemContext(new Date())));
    await publish([...defaultCatalogue(), fresh]);
    const answer = await submit(attempt(fresh));
    await publish([...defaultCatalogue()]);
    await kit.platform.app.get(CatalogueQuery).newest();
    expect(answer.status).toBe(202);
  });

  it.each([
    ['another body', () => kit.student, { totalScore: 1 }],
    ['another user', () => kit.other, {}],
  ])('is rejected with %s', async (_, client, changes) => {
    const mine = attempt();
    await submit(mine);
    const refused = await submit({ ...mine, ...changes }, client());
    expect(refused.problem).toMatchObject({ status: 409, code: 'ATTEMPT_REUSED' });
    expect(await kit.platform.store.readStream(attemptStream.name(mine.attemptId))).toHaveLength(1);
  });

  it('can be played outside a class', async () => {
    const alone = sampleAttempt(null, lessonScenario);
    expect((await submit(alone)).status).toBe(202);
    await kit.platform.settled();
    const own = await kit.student.get<Scorecard[]>('/scores/session/all/all');
    expect(own.body.map((card) => card.attemptId)).toContain(alone.attemptId);
    expect(own.body.every((card) => card.userId === kit.student.userId)).toBe(true);
  });

  it.each<[string, Partial<SubmitScoreRequest>, string]>([
    ['a total above the maximum', { totalScore: 1_001 }, 'TotalScore'],
    ['a maximum that differs from the catalogue', { maxTotalScore: 2_000 }, 'MaxTotalScore'],
    ['questions above the maximum', { questionsScore: 1 }, 'QuestionsScore'],
    ['another type', { scoreCardType: 'Quiz' }, 'ScoreCardType'],
    [
      'a question above its maximum',
      { questionScorecards: [{ questionText: 'Q', score: 2, maxScore: 1, answerScorecards: [] }] },
      'QuestionScorecards',
    ],
    ['an unknown scenario', { scenarioId: randomUUID() }, 'ScenarioId'],
    ['an end before its start', { startedAt: new Date(Date.now() + 3_600_000).toISOString() }, 'CompletedAt'],
  ])('is rejected with %s', async (_, changes, field) => {
    const refused = await submit(attempt(competeScenario, changes));
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.problem.errors!)).toContain(field);
  });

  it.each<[string, Partial<SubmitScoreRequest>, string]>([
    ['points without answered questions', { questionsScore: 40, questionScorecards: [] }, 'QuestionsScore'],
    ['invented questions', { questionsScore: 0, questionScorecards: invented }, 'QuestionScorecards'],
  ])('is rejected for a quiz with %s', async (_, changes, field) => {
    const refused = await submit(attempt(quizScenario, changes));
    expect(refused.problem).toMatchObject({ status: 400, code: 'SCORE_ABOVE_MAXIMUM' });
    expect(Object.keys(refused.problem.errors!)).toEqual([field]);
  });

  it('is shifted to its arrival when the clock of a student in the running class is off', async () => {
    const [startedAt, completedAt] = ['2026-01-01T09:00:00.000Z', '2026-01-01T09:00:20.000Z'];
    const wrong = attempt(competeScenario, { startedAt, completedAt });
    expect((await submit(wrong)).problem).toMatchObject({ status: 409, code: 'CLASS_NOT_ACTIVE' });
    const behind = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    const off = attempt(competeScenario, { startedAt: behind(140), completedAt: behind(120) });
    expect((await submit(off)).status).toBe(202);
    expect((await submit(off)).status).toBe(200);
    const [event] = await kit.platform.store.readStream(attemptStream.name(off.attemptId));
    const { startedAt: began, completedAt: ended, claimed } = event!.data as ScoreSubmitted['data'];
    expect(claimed).toEqual({ startedAt: off.startedAt, completedAt: off.completedAt });
    expect(new Date(ended).getTime()).toBeGreaterThanOrEqual(new Date(kit.session.startDate!).getTime());
    expect(new Date(ended).getTime() - new Date(began).getTime()).toBe(
      new Date(off.completedAt).getTime() - new Date(off.startedAt).getTime(),
    );
  });

  it.each<[string, object]>([
    ['unknown fields', { passedBy: 'luck' }],
    ['a wrong type', { totalScore: '812' }],
    ['no attempt id', { attemptId: undefined }],
    ['an invalid attempt id', { attemptId: 'first' }],
    ['a negative score', { totalScore: -1 }],
    ['an invalid date', { completedAt: 'yesterday' }],
  ])('is rejected with %s', async (_, changes) => {
    const refused = await submit({ ...attempt(), ...changes });
    expect(refused.problem).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
  });

  it('is rejected above 256 kB', async () => {
    const refused = await submit({ ...attempt(), padding: 'x'.repeat(300_000) });
    expect(refused.problem).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });
});

describe('a class and its attempts', () => {
  it('accepts attempts only from students on its roster', async () => {
    const stranger = await kit.platform.person('User', kit.organization);
    expect((await submit(attempt(), stranger)).problem).toMatchObject({ status: 403, code: 'NOT_ON_ROSTER' });
    expect((await submit(sampleAttempt(randomUUID()))).status).toBe(403);
  });

  it('accepts an attempt of a student who has just joined, before the read models contain the join', async () => {
    const late = await kit.platform.person('User', kit.organization);
    const [joined, submitted] = [
      await late.post('/groups/join', { code: kit.course.password }),
      await submit(attempt(), late),
    ];
    expect([joined.status, submitted.status]).toEqual([200, 202]);
  });

  it('accepts an attempt completed before its end, and rejects one completed after it', async () => {
    const inside = attempt();
    await end();
    expect((await submit(inside)).status).toBe(202);
    // This node may treat the class as running for a moment longer before it rejects.
    const after = () => attempt(competeScenario, { completedAt: new Date(Date.now() + 30_000).toISOString() });
    const deadline = Date.now() + 5_000;
    let refused = await submit(after());
    while (refused.status === 202 && Date.now() < deadline) refused = await submit(after());
    expect(refused.problem).toMatchObject({ status: 409, code: 'CLASS_NOT_ACTIVE', title: 'The class is not active.' });
    const before = attempt(competeScenario, { startedAt: '2026-01-01T09:00:00Z', completedAt: '2026-01-01T10:00:00Z' });
    expect((await submit(before)).problem).toMatchObject({ status: 409, code: 'CLASS_NOT_ACTIVE' });
  });

  it('shows the best attempt in a cell: more points, otherwise the later one', async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    await submit(attempt(competeScenario, { totalScore: 500 }));
    await submit(attempt(competeScenario, { totalScore: 700, completedAt: at(2) }));
    await submit(attempt(competeScenario, { totalScore: 600, completedAt: at(3) }));
    const latest = attempt(competeScenario, { totalScore: 700, completedAt: at(4), passed: false });
    await submit(latest);
    await kit.platform.settled();
    const best = await kit.instructor.get<Scorecard[]>(
      `/scores/session/${kit.session.id}/all?includeFailedScores=true`,
    );
    expect(best.body.map((card) => card.attemptId)).toEqual([latest.attemptId]);
    const passed = await kit.instructor.get<Scorecard[]>(`/scores/session/${kit.session.id}/`);
    expect(passed.body.map((card) => card.totalScore)).toEqual([700]);
    expect((await attemptsOf(kit.instructor)).body).toHaveLength(4);
  });

  it('marks an attempt and its cell as too fast', async () => {
    const startedAt = new Date(Date.now() - 60_000).toISOString();
    await submit(attempt(competeScenario, { totalScore: 700, startedAt }));
    await submit(attempt(lessonScenario));
    await kit.platform.settled();
    const own = [
      ...(await attemptsOf(kit.student)).body,
      ...(await kit.student.get<Scorecard[]>('/scores/session/all/all')).body,
    ];
    expect(own.filter((card) => card.scenarioId === lessonScenario.scenarioId).length).toBeGreaterThan(1);
    expect(own.filter((card) => 'tooFast' in card)).toEqual([]);
    const fast = (await attemptsOf(kit.instructor)).body.map((card) => [card.scenarioId, card.tooFast]);
    expect(Object.fromEntries(fast)).toEqual({
      [competeScenario.scenarioId]: false,
      [lessonScenario.scenarioId]: true,
    });
    const rows = gradebookRows((await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`)).body);
    const cells = rows.flatMap(({ key, value }) =>
      value?.kind === 'cell' ? [[key.split(':')[1], value.tooFast]] : [],
    );
    expect(Object.fromEntries(cells)).toEqual(Object.fromEntries(fast));
  });

  it('treats attempts of one second as simultaneous everywhere, and prefers the greater id', async () => {
    const ids = [randomUUID(), randomUUID()].toSorted() as [string, string];
    const of = (attemptId: string, completedAt: string) =>
      attempt(competeScenario, {
        attemptId,
        totalScore: 500,
        passed: attemptId === ids[1],
        startedAt: completedAt,
        completedAt,
      });
    const base = new Date(Math.ceil((new Date(kit.session.startDate!).getTime() + 1_000) / 1_000) * 1_000).getTime();
    await submit(of(ids[1], new Date(base + 100).toISOString()));
    await submit(of(ids[0], new Date(base + 900).toISOString()));
    await kit.platform.settled();
    const all = (await attemptsOf(kit.instructor)).body;
    expect(bestAttempt(all)?.attemptId).toBe(ids[1]);
    const best = await kit.instructor.get<Scorecard[]>(
      `/scores/session/${kit.session.id}/all?includeFailedScores=true`,
    );
    expect(best.body.map(({ attemptId }) => attemptId)).toEqual([ids[1]]);
    const rows = gradebookRows((await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`)).body);
    expect(rows.find(({ key }) => key === `${kit.student.userId}:${competeScenario.scenarioId}`)?.value).toMatchObject({
      passed: true,
    });
  });

  it('returns attempts in pages with their total', async () => {
    const pool = kit.platform.app.get<Pool>(POOL);
    await pool.query(
      `insert into read.attempts_v19 (attempt_id, user_id, session_id, organization_id, scenario_id, campaign_id, compete, score_card_type,
         total_score, questions_score, max_total_score, max_questions_score, correct_questions, graded_questions, passed, late, level, flags,
         arrival_flags, arrival_level, arrival_reasons, started_at, completed_at, arrived_at, form_id, answers, sequence)
       select gen_random_uuid(), $1, $2, $3, $4, $4, false, 'Default', n, 0, 1000, 0, 0, 0, true, false, 0, 0, 0, 0, 0, now(),
              now() + make_interval(secs => n), now(), $5, '[]', 1
       from generate_series(1, 1200) n`,
      [kit.student.userId, kit.session.id, kit.organization, competeScenario.scenarioId, await emptyForm()],
    );
    const page = async (query: string, client = kit.instructor) => {
      const { status, headers, body } = await client.get<Scorecard[]>(`/scores/session/${kit.session.id}/all?${query}`);
      return {
        status,
        total: headers.get('x-total-count'),
        points: status === 200 ? body.map((card) => card.totalScore) : [],
      };
    };
    const first = await page('attempts=all');
    expect([first.points.length, first.total]).toEqual([1_000, '1200']);
    const rest = await page('attempts=all&offset=1000');
    expect([rest.points.length, rest.points.at(-1), rest.total]).toEqual([200, 1_200, '1200']);
    expect(await page('attempts=all&limit=2&offset=5')).toEqual({ status: 200, total: '1200', points: [6, 7] });
    expect(await page('attempts=all&offset=5000')).toEqual({ status: 200, total: '1200', points: [] });
    expect(await page('')).toEqual({ status: 200, total: '1', points: [1_200] });
    for (const wrong of ['limit=0', 'limit=1001', 'offset=-1', 'offset=x']) {
      expect((await page(`attempts=all&${wrong}`)).status).toBe(400);
    }
  });

  it('returns the best attempts of a large class in one response', async () => {
    await kit.platform.app.get<Pool>(POOL).query(
      `insert into read.attempts_v19 (attempt_id, user_id, session_id, organization_id, scenario_id, campaign_id, compete, score_card_type,
         total_score, questions_score, max_total_score, max_questions_score, correct_questions, graded_questions, passed, late, level, flags,
         arrival_flags, arrival_level, arrival_reasons, started_at, completed_at, arrived_at, form_id, answers, sequence)
       select gen_random_uuid(), md5('student' || u)::uuid, $1, $2, md5('scenario' || s)::uuid, $3, false, 'Default', 1, 0, 1000, 0,
              0, 0, true, false, 0, 0, 0, 0, 0, now(), now(), now(), $4, '[]', 1
       from generate_series(1, 500) u, generate_series(1, 60) s`,
      [kit.session.id, kit.organization, competeScenario.campaignId, await emptyForm()],
    );
    const best = await kit.instructor.get<Scorecard[]>(`/scores/session/${kit.session.id}/all`);
    expect([best.body.length, best.headers.get('x-total-count')]).toEqual([30_000, '30000']);
  });

  it('stores the answers of quizzes', async () => {
    const quiz = attempt(quizScenario);
    await submit(quiz);
    await kit.platform.settled();
    const { body } = await kit.instructor.get<Scorecard[]>(
      `/scores/session/${kit.session.id}/${kit.organization}?scenarioId=${quizScenario.scenarioId}`,
    );
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      scenarioName: quizScenario.scenarioTitle,
      questionScorecards: quiz.questionScorecards,
    });
    const rows = gradebookRows((await kit.instructor.get<Gradebook>(`/sessions/${kit.session.id}/gradebook`)).body);
    expect(rows.find((row) => row.key.endsWith(quizScenario.scenarioId))?.value).toMatchObject({
      correct: 1,
      counted: 4,
      questions: 10,
      maxQuestions: 40,
    });
  });

  it('returns only their own rows to players', async () => {
    await Promise.all([submit(attempt()), submit(attempt(), kit.other)]);
    await kit.platform.settled();
    expect((await attemptsOf(kit.student)).body.map((card) => card.userId)).toEqual([kit.student.userId]);
    expect((await attemptsOf(kit.instructor)).body).toHaveLength(2);
    const spying = await kit.student.get<Scorecard[]>(
      `/scores/session/${kit.session.id}/all?userId=${kit.other.userId}`,
    );
    expect(spying.body.map((card) => card.userId)).toEqual([kit.student.userId]);
    const stranger = await kit.platform.person('User', kit.organization);
    expect((await attemptsOf(stranger)).status).toBe(404);
  });
});
