import { randomUUID } from 'node:crypto';
import type { ClassSession, ClassSessionDetails } from '../../contracts/group.contract.js';
import { withQuestionIds } from '../../contracts/question-ids.rule.js';
import { answeredQuizzes } from '../../contracts/quiz-answers.rule.js';
import { formKey, quizTopicId } from '../../contracts/quiz-topic.rule.js';
import type { ItemAnalysis, QuizResponses, QuizStudent, QuizSummary } from '../../contracts/quiz.contract.js';
import type { Scorecard, SubmitScoreRequest } from '../../contracts/score.contract.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { closeAll, eventually, openLive, watch } from '../../platform/live/testing/live-client.js';
import { classKit } from '../../testing/class-kit.js';
import { lessonScenario, quizScenario, sampleAttempt } from '../../testing/sample-attempt.js';
import type { TestClient } from '../../testing/test-client.js';
import { membershipStream } from '../courses/membership.stream.js';
import { userStream } from '../people/user.stream.js';

const kit = classKit();
afterEach(closeAll);

const quizId = quizScenario.scenarioId;
const quiz = (changes: Partial<SubmitScoreRequest> = {}) => sampleAttempt(kit.session.id, quizScenario, changes);
const submit = (attempt: SubmitScoreRequest, client = kit.student) => client.post('/scores', attempt);
const responses = async (client = kit.instructor) =>
  (await client.get<QuizResponses>(`/sessions/${kit.session.id}/quizzes/${quizId}`)).body;
const rowOf = (page: QuizResponses, client: TestClient) =>
  page.rows.find(({ key }) => key === client.userId)?.value as QuizStudent | undefined;

describe('the responses to a quiz', () => {
  it('are the best attempts of the students, and include students without one', async () => {
    const [lower, earlier, best] = [
      quiz({ questionsScore: 0 }),
      quiz({ questionsScore: 20, completedAt: kit.session.startDate!, startedAt: kit.session.startDate! }),
      quiz({ questionsScore: 20, completedAt: new Date(Date.now() + 5_000).toISOString() }),
    ];
    for (const attempt of [best, earlier, lower]) await submit(attempt);
    await submit(sampleAttempt(kit.session.id, lessonScenario));
    await kit.platform.settled();
    const page = await responses();
    expect(page.session).toMatchObject({
      id: kit.session.id,
      groupName: kit.course.name,
      accessCode: kit.course.password,
    });
    expect([page.scenario]).toEqual(withQuestionIds([quizScenario]));
    const mine = rowOf(page, kit.student)!;
    expect(mine).toMatchObject({ kind: 'student', enabled: true, firstName: 'Sam' });
    expect(mine.attempt).toMatchObject({ attemptId: best.attemptId, questionsScore: 20, maxQuestionsScore: 40 });
    expect(rowOf(page, kit.other)).toMatchObject({ kind: 'student', attempt: null });
    expect(page.rows.filter(({ value }) => value?.kind === 'form').map(({ key }) => key)).toEqual([
      formKey(mine.attempt!.form),
    ]);
  });

  it('contain the answers of the attempts, split into forms and answers', async () => {
    await submit(quiz());
    await kit.platform.settled();
    const [record] = (
      await kit.instructor.get<Scorecard[]>(
        `/scores/session/${kit.session.id}/${kit.organization}?scenarioId=${quizId}`,
      )
    ).body;
    const [{ attempt, form }] = answeredQuizzes((await responses()).rows) as [ReturnType<typeof answeredQuizzes>[0]];
    const together: unknown[] = [];
    form.questions.forEach(({ position, questionText, maxScore, answers }, index) => {
      const answerScorecards = answers.map((answer, nth) => ({
        ...answer,
        answered: attempt.chosen[index]?.[nth] === '1',
      }));
      together[position] = { questionText, maxScore, score: attempt.scores[index], answerScorecards };
    });
    expect(together).toEqual(record!.questionScorecards);
  });

  it('are not found for strangers, players, other quizzes and scenarios that are not quizzes', async () => {
    const elsewhere = await kit.platform.person('Instructor', kit.organization);
    const path = (scenarioId: string) => `/sessions/${kit.session.id}/quizzes/${scenarioId}`;
    expect((await elsewhere.get(path(quizId))).status).toBe(404);
    expect((await kit.student.get(path(quizId))).status).toBe(403);
    expect((await kit.instructor.get(path(randomUUID()))).status).toBe(404);
    expect((await kit.instructor.get(path(lessonScenario.scenarioId))).status).toBe(404);
  });
});

describe('the quizzes of a class', () => {
  it('are listed with answered quizzes first', async () => {
    const list = async () => (await kit.instructor.get<QuizSummary[]>(`/sessions/${kit.session.id}/quizzes`)).body;
    const [first, second] = await list();
    expect([first!.responses, second!.responses]).toEqual([0, 0]);
    const last = (await kit.instructor.get<QuizResponses>(`/sessions/${kit.session.id}/quizzes/${second!.scenarioId}`))
      .body;
    await submit(sampleAttempt(kit.session.id, last.scenario));
    await submit(sampleAttempt(kit.session.id, last.scenario));
    await kit.platform.settled();
    expect((await list()).map(({ scenarioId, responses }) => [scenarioId, responses])).toEqual([
      [second!.scenarioId, 1],
      [first!.scenarioId, 0],
    ]);
  });
});

describe('classes by name', () => {
  const find = async (client: TestClient, name = kit.session.name) =>
    (await client.get<ClassSessionDetails[]>(`/sessions?name=${encodeURIComponent(name)}`)).body.map(({ id }) => id);

  it('are listed newest first, among those the caller runs', async () => {
    const later = await kit.platform.course(kit.instructor, kit.organization);
    const newest = (await kit.instructor.put<ClassSession>(`/groups/${later.id}/activesession`)).body;
    await kit.platform.settled();
    expect(newest.name).toBe(kit.session.name);
    expect((await find(kit.instructor)).slice(0, 2)).toEqual([newest.id, kit.session.id]);
    expect((await find(await kit.platform.admin())).slice(0, 2)).toEqual([newest.id, kit.session.id]);
    const elsewhere = await kit.platform.organization();
    for (const role of ['Instructor', 'OrganizationAdmin'] as const) {
      expect(await find(await kit.platform.person(role, elsewhere))).toEqual([]);
    }
    expect(await find(kit.instructor, 'No such class')).toEqual([]);
    expect((await kit.instructor.get('/sessions')).status).toBe(400);
  });
});

describe('the item analysis', () => {
  const items = (client: TestClient, session: string, organization = 'all', scenarioId = quizId) =>
    client.get<ItemAnalysis>(`/scores/session/${session}/${organization}/items?scenarioId=${scenarioId}`);

  it('counts over the best attempts and lists the most missed question first', async () => {
    await submit(quiz());
    await submit(quiz(), kit.other);
    await kit.platform.settled();
    const { body } = await items(kit.instructor, kit.session.id, kit.organization);
    expect(body).toMatchObject({ attempts: 2, groupSize: null });
    expect(body.items.map(({ number, fullMarks }) => [number, fullMarks])).toEqual([
      [2, 0],
      [3, 0],
      [4, 0],
      [1, 1],
      [5, null],
    ]);
    const first = body.items.find(({ number }) => number === 1)!;
    expect(first).toMatchObject({ asked: 2, answered: 2, discrimination: null });
    expect(first.options.map(({ chosen }) => chosen)).toEqual(
      quizScenario.questions[0]!.answers.map(({ correct }) => (correct ? 2 : 0)),
    );
    expect((await items(kit.instructor, kit.session.id, randomUUID())).body.attempts).toBe(0);
  });

  it('requires one class and one quiz, and is limited to its staff', async () => {
    expect((await items(kit.instructor, 'all')).status).toBe(400);
    expect((await items(kit.instructor, 'nonsense')).status).toBe(404);
    expect((await items(kit.instructor, kit.session.id, 'all', lessonScenario.scenarioId)).status).toBe(404);
    expect((await items(kit.student, kit.session.id)).status).toBe(403);
    expect((await kit.instructor.get(`/scores/session/${kit.session.id}/all/items`)).status).toBe(400);
  });
});

describe('a watcher of a quiz', () => {
  it('receives new attempts, changes of names and accounts, and students who join and leave', async () => {
    const watched = await kit.platform.person('User', kit.organization);
    await submit(quiz());
    await kit.platform.settled();
    const { sequence, generation } = await responses();
    const { socket, changes } = openLive(kit.platform.url, kit.instructor.token);
    const id = quizTopicId(kit.session.id, quizId);
    const reply = await watch(socket, { topic: 'quiz', id, since: sequence, generation });
    expect(reply).toMatchObject({ ok: true, full: false, rows: [] });
    const receives = (matches: (row: QuizStudent | null) => boolean) =>
      eventually(() => {
        const last = changes.flatMap(({ rows }) => rows).findLast(({ key }) => key === watched.userId);
        const row = last && { value: last.value as QuizStudent | null };
        return row && matches(row.value) ? row : undefined;
      });

    await watched.post('/groups/join', { code: kit.course.password });
    expect((await receives((row) => row !== null)).value).toMatchObject({ enabled: true, attempt: null });
    const attempt = quiz();
    await submit(attempt, watched);
    await receives((row) => row?.attempt?.attemptId === attempt.attemptId);
    expect(changes.flatMap(({ rows }) => rows).some(({ key }) => key.startsWith('form:'))).toBe(true);

    const commands = kit.platform.app.get(Commands);
    const stream = userStream.of(watched.userId);
    await commands.handle(stream, { type: 'Disable', cause: 'admin' }, systemContext(new Date()));
    expect((await receives((row) => row?.enabled === false)).value?.attempt?.attemptId).toBe(attempt.attemptId);

    const leave = { type: 'LeaveCourse', courseId: kit.course.id, userId: watched.userId } as const;
    await commands.handle(membershipStream.of(kit.course.id, watched.userId), leave, systemContext(new Date()));
    expect((await receives((row) => row === null)).value).toBeNull();
  });

  it('must be staff of the class', async () => {
    const id = quizTopicId(kit.session.id, quizId);
    for (const client of [kit.student, await kit.platform.person('Instructor', kit.organization)]) {
      expect(await watch(openLive(kit.platform.url, client.token).socket, { topic: 'quiz', id })).toEqual({
        ok: false,
        code: 'not-found',
      });
    }
    const { socket } = openLive(kit.platform.url, kit.instructor.token);
    expect(await watch(socket, { topic: 'quiz', id })).toMatchObject({ ok: true, full: true });
    for (const wrong of [
      kit.session.id,
      `${kit.session.id}.${lessonScenario.scenarioId}`,
      `${id}.more`,
      `nonsense.${quizId}`,
    ]) {
      expect(await watch(socket, { topic: 'quiz', id: wrong })).toMatchObject({ ok: false });
    }
  });
});
