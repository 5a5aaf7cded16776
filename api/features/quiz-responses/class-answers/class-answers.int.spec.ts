import { randomUUID } from 'node:crypto';
import { ClassAnswers } from '../../../contracts/class-answers.contract.js';
import { openAnswers, quizAt } from '../../../contracts/class-answers.rule.js';
import { openDebrief } from '../../../contracts/debrief.rule.js';
import { ERASED_TEXT, FREE_TEXT } from '../../../contracts/free-text.rule.js';
import { DEFAULT_GRADING } from '../../../contracts/grading.rule.js';
import { itemAnalysis } from '../../../contracts/item-analysis.rule.js';
import type { ItemAnalysis } from '../../../contracts/quiz.contract.js';
import { Recording } from '../../../contracts/recording.contract.js';
import type { SubmitScoreRequest } from '../../../contracts/score.contract.js';
import { ReadModelPositions } from '../../../platform/eventsourcing/projecting/read-model-positions.js';
import { classKit } from '../../../testing/class-kit.js';
import { lessonScenario, quizScenario, sampleAttempt } from '../../../testing/sample-attempt.js';
import type { TestClient } from '../../../testing/test-client.js';

const kit = classKit();
beforeEach(() => kit.platform.settled());

const quizId = quizScenario.scenarioId;
const path = (end: string) => `/sessions/${kit.session.id}/${end}`;
const answersPath = (scenarioId = quizId) => path(`quizzes/${scenarioId}/answers`);
const loaded = async () => ClassAnswers.parse((await kit.instructor.get<ClassAnswers>(answersPath())).body);

async function submit(client: TestClient, changes: Partial<SubmitScoreRequest> = {}): Promise<SubmitScoreRequest> {
  const attempt = sampleAttempt(kit.session.id, quizScenario, changes);
  expect((await client.post('/scores', attempt)).status).toBe(202);
  return attempt;
}

it('shows at every sequence what the item analysis showed live', async () => {
  const moments: { after: string; sequence: number; analysis: ItemAnalysis }[] = [];
  const items = `/scores/session/${kit.session.id}/all/items?scenarioId=${quizId}`;
  async function look(after: string): Promise<void> {
    await kit.platform.settled();
    const { sequence } = await kit.platform.app.get(ReadModelPositions).read([]);
    moments.push({ after, sequence, analysis: (await kit.instructor.get<ItemAnalysis>(items)).body });
  }
  const put = async (url: string, body: object) =>
    expect((await kit.instructor.put(url, body)).status).toBeLessThan(300);
  const grading = `/groups/${kit.course.id}/grading`;

  await submit(kit.student, { questionsScore: 10 });
  await look('a result');
  await submit(kit.other, { questionsScore: 20 });
  const best = await submit(kit.student, { questionsScore: 30 });
  await look('better results');
  const decision = path(`decisions/${randomUUID()}`);
  await put(decision, { attemptId: best.attemptId, decision: 'SetAside', reason: 'A test.' });
  await look('a decision');
  const changes = { change: { kind: 'FullMarks' }, neverLower: true, reason: 'A test.' };
  const { questionText } = quizScenario.questions[1]!;
  await put(`/groups/${kit.course.id}/regrades/${randomUUID()}`, {
    sessionId: null,
    scenarioId: quizId,
    questionText,
    ...changes,
  });
  await look('a regrade');
  expect((await kit.instructor.delete(decision)).status).toBe(204);
  await look('the decision was undone');
  await put(grading, { ...DEFAULT_GRADING, attempts: 'Last' });
  // Of attempts that were completed in the same second, the last one is decided by their ids.
  const later = new Date(Date.now() + 2_000).toISOString();
  await submit(kit.student, { questionsScore: 0, startedAt: later, completedAt: later });
  await look('the last attempt');
  await put(grading, DEFAULT_GRADING);
  await look('the best attempt');
  expect((await kit.instructor.delete(`/groups/${kit.course.id}/members/${kit.other.userId}`)).status).toBeLessThan(
    300,
  );
  await look('a removal');

  const recording = Recording.parse((await kit.instructor.get<Recording>(path('recording'))).body);
  const answers = openAnswers(await loaded());
  const debrief = openDebrief(recording, 'seen');
  expect(new Set(moments.map(({ analysis }) => JSON.stringify(analysis))).size).toBeGreaterThanOrEqual(5);
  for (const { after, sequence, analysis } of [...moments, ...moments.toReversed()]) {
    const { columns, quizzes, missing } = quizAt(debrief, debrief.at(debrief.positionOf(sequence)), quizId, answers);
    expect({ after, missing, analysis: itemAnalysis(columns, quizzes) }).toEqual({ after, missing: false, analysis });
  }
});

it('contains neither typed texts nor people', async () => {
  const [card, ...cards] = sampleAttempt(kit.session.id, quizScenario).questionScorecards;
  const typed = { answerText: 'my own words', answered: true, correct: false };
  const answerScorecards = [...card!.answerScorecards.map((answer) => ({ ...answer, answered: false })), typed];
  const questionScorecards = [{ ...card!, score: 0, answerScorecards }, ...cards];
  await submit(kit.student, { questionsScore: 0, questionScorecards });
  await kit.platform.settled();
  const text = JSON.stringify(await loaded());
  expect(text).toContain(FREE_TEXT);
  for (const personal of ['my own words', ERASED_TEXT, kit.student.userId]) expect(text).not.toContain(personal);
});

it('is found only by staff of the class, for quizzes', async () => {
  const elsewhere = await kit.platform.person('Instructor', kit.organization);
  expect((await elsewhere.get(answersPath())).status).toBe(404);
  expect((await kit.student.get(answersPath())).status).toBe(403);
  expect((await kit.instructor.get(answersPath(randomUUID()))).status).toBe(404);
  expect((await kit.instructor.get(answersPath(lessonScenario.scenarioId))).status).toBe(404);
  expect((await loaded()).attempts).toEqual([]);
});
