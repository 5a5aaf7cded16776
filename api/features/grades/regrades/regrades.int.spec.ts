import { randomUUID } from 'node:crypto';
import type { RegradeList, RegradeRequest } from '../../../contracts/grading.contract.js';
import type { Problem } from '../../../contracts/problem.contract.js';
import { classKit } from '../../../testing/class-kit.js';
import { quizScenario } from '../../../testing/sample-attempt.js';

const kit = classKit();
const [question] = quizScenario.questions;
const right = question!.answers[0]!.answerText;

const regrade = (changes: Partial<RegradeRequest> = {}): RegradeRequest => ({
  sessionId: kit.session.id,
  scenarioId: quizScenario.scenarioId,
  questionText: question!.questionText,
  change: { kind: 'Keys', keys: [[right]] },
  neverLower: true,
  reason: 'Two answers are right.',
  ...changes,
});
const path = (decisionId: string = randomUUID()) => `/groups/${kit.course.id}/regrades/${decisionId}`;
const list = async (): Promise<RegradeList['regrades']> => {
  await kit.platform.settled();
  return (await kit.instructor.get<RegradeList>(`/groups/${kit.course.id}/regrades`)).body.regrades;
};

it('lists regrades newest first, and keeps undone ones', async () => {
  const first = path();
  expect((await kit.instructor.put(first, regrade())).status).toBe(204);
  expect((await kit.instructor.put(first, regrade())).status).toBe(204);
  const all = regrade({ sessionId: null, questionText: null, change: { kind: 'FullMarks' } });
  expect((await kit.instructor.put(path(), all)).status).toBe(204);
  expect((await kit.instructor.delete(first)).status).toBe(204);
  expect(await list()).toMatchObject([
    { ...all, sessionName: null, undoneAt: null },
    { ...regrade(), sessionName: kit.session.name, undoneAt: expect.any(String) as unknown },
  ]);
});

it.each<[string, Partial<RegradeRequest>, string, string]>([
  ['an unknown scenario', { scenarioId: randomUUID() }, 'ScenarioId', 'not in the catalogue'],
  ['an unknown question', { questionText: 'Who?' }, 'QuestionText', 'not in the catalogue'],
  ['an unknown option', { change: { kind: 'Keys', keys: [['Nobody']] } }, 'Change', '“Nobody” is not an option'],
  ['zero points', { change: { kind: 'Points', points: 0 } }, 'Change', 'Enter how many points'],
  ['more points than the question has', { change: { kind: 'Points', points: 500 } }, 'Change', 'The maximum is'],
])('refuses %s', async (_, changes, field, message) => {
  const { status, body } = await kit.instructor.put<Problem>(path(), regrade(changes));
  expect(status).toBe(400);
  expect(body.errors?.[field]).toEqual([expect.stringContaining(message)]);
});

it('previews a regrade without recording it, and checks it like one', async () => {
  const preview = (body: RegradeRequest) => kit.instructor.post(`/groups/${kit.course.id}/regrades/preview`, body);
  expect(await preview(regrade())).toMatchObject({ status: 200, body: { changed: 0, results: [], places: [] } });
  expect((await preview(regrade({ scenarioId: randomUUID() }))).status).toBe(400);
  expect(await list()).toEqual([]);
});

it('refuses keys of a whole scenario, a class of another course, and students', async () => {
  expect((await kit.instructor.put(path(), regrade({ questionText: null }))).status).toBe(400);
  expect((await kit.instructor.put(path(), regrade({ sessionId: randomUUID() }))).status).toBe(404);
  expect((await kit.student.put(path(), regrade())).status).toBe(403);
  expect((await kit.student.get(`/groups/${kit.course.id}/regrades`)).status).toBe(403);
  expect((await kit.instructor.delete(path())).status).toBe(404);
  expect(await list()).toEqual([]);
});
