import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG, type Config } from '../config.js';
import type { AuditPage } from '../contracts/audit.contract.js';
import type { PlayerScenario, Scenario } from '../contracts/catalogue.contract.js';
import { LIVE_TOPICS, type PollReply } from '../contracts/live.contract.js';
import type { SubmitScoreResponse } from '../contracts/score.contract.js';
import { defaultCatalogue } from '../features/catalogue/default-catalogue.js';
import { PACKAGE_ROOT } from '../platform/ops/package-info.js';
import { classKit } from './class-kit.js';
import { answeredAttempt, lessonScenario, quizScenario, sampleAnswers, sampleAttempt } from './sample-attempt.js';
import { runningRoutes } from './tenant-matrix/running-routes.js';
import type { TestClient } from './test-client.js';

/** Occurs in each option and explanation of the published quiz, and nowhere else. */
const OPTION = 'Option of the secret quiz';
const EXPLANATION = 'Explanation of the secret quiz';
const QUERIES_OF_SCORES = ['', '?attempts=all&includeFailedScores=true', `?scenarioId=${quizScenario.scenarioId}`];
const AT_ONCE = 8;

const kit = classKit();
let admin: TestClient;
let catalogueId: string;
let secret: Scenario;

beforeAll(async () => {
  admin = await kit.platform.admin();
  catalogueId = kit.platform.app.get<Config>(CONFIG).catalogueId;
  const questions = quizScenario.questions.map((question, nth) => ({
    ...question,
    answers: question.answers.map(({ correct }, place) => ({ answerText: `${OPTION} ${nth}.${place}`, correct })),
    explanation: EXPLANATION,
  }));
  secret = { ...quizScenario, questions };
  const scenarios = defaultCatalogue().map((each) => (each.scenarioId === secret.scenarioId ? secret : each));
  await admin.put(`/courses/${catalogueId}/headers`, scenarios);
});

const headers = <T>(client: TestClient) => client.get<T[]>(`/courses/${catalogueId}/headers`);

async function textOf(path: string, { token }: TestClient): Promise<string> {
  const answer = await fetch(`${kit.platform.url}/api${path}`, { headers: { 'x-auth-token': token } });
  return answer.ok ? await answer.text() : '';
}

/** Returns every way to fill the parameters of a route with these values. */
function filled(path: string, values: readonly string[]): string[] {
  const [parameter] = /:\w+|\*/.exec(path) ?? [];
  return parameter ? values.flatMap((value) => filled(path.replace(parameter, value), values)) : [path];
}

describe('a player who has not handed in the quiz', () => {
  let values: string[];

  beforeEach(async () => {
    const { student, other, session, course, organization } = kit;
    const flight = sampleAttempt(session.id, lessonScenario);
    const quiz = answeredAttempt(session.id, sampleAnswers(secret, 2));
    expect((await student.post('/scores', flight)).status).toBe(202);
    expect((await other.post('/scores', quiz)).status).toBe(202);
    await kit.platform.settled();
    const attempts = [flight.attemptId, quiz.attemptId];
    const scenario = secret.scenarioId;
    values = [session.id, course.id, organization, student.userId, catalogueId, scenario, 'all', ...attempts];
  });

  it('receives no answer from any route', async () => {
    const catalogue = `/courses/${catalogueId}/headers`;
    const paths = runningRoutes(kit.platform.app)
      .filter((route) => route.startsWith('GET '))
      .flatMap((route) => filled(route.slice('GET '.length), values))
      .flatMap((path) => (path.startsWith('/scores') ? QUERIES_OF_SCORES.map((query) => path + query) : path))
      .filter((path) => path !== catalogue);
    expect(paths.length).toBeGreaterThan(500);
    const telling: string[] = [];
    let answered = 0;
    const next = paths.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const path of next) {
          const text = await textOf(path, kit.student);
          if (text !== '') answered += 1;
          if (text.includes(OPTION) || text.includes(EXPLANATION)) telling.push(path);
        }
      }),
    );
    expect(answered).toBeGreaterThan(30);
    expect(telling).toEqual([]);
  });

  it('receives questions without correct answers and explanations from the catalogue', async () => {
    const { body } = await headers<PlayerScenario>(kit.student);
    const questions = body.flatMap((scenario) => scenario.questions);
    expect(questions).toHaveLength(9);
    for (const question of questions) {
      const fields = ['questionId', 'questionText', 'maxScore', 'multiple', 'answers'];
      expect(Object.keys(question).toSorted()).toEqual(fields.toSorted());
      for (const answer of question.answers) expect(Object.keys(answer)).toEqual(['answerText']);
    }
    const multiple = defaultCatalogue().flatMap(({ questions: all }) =>
      all.map(({ answers }) => answers.filter(({ correct }) => correct).length > 1),
    );
    expect(questions.map((question) => question.multiple)).toEqual(multiple);
    expect(JSON.stringify(body)).not.toMatch(/correct"|explanation"|Explanation of/);
  });

  it('receives no answer from a live topic', async () => {
    const ids = [...values, `${kit.session.id}.${secret.scenarioId}`];
    const frames: PollReply['frames'] = [];
    for (const id of ids) {
      const watches = LIVE_TOPICS.map((topic) => ({ topic, id }));
      const { body } = await kit.student.post<PollReply>('/live/poll', { watches, presence: null, waitMs: 0 });
      frames.push(...body.frames);
    }
    expect(frames.filter(({ ok }) => ok).length).toBeGreaterThan(3);
    expect(JSON.stringify(frames)).not.toMatch(/of the secret quiz/);
  });

  it('receives no answer when the attempt begins or is rejected', async () => {
    const begun = await kit.student.post('/attempts', { scenarioId: secret.scenarioId, sessionId: kit.session.id });
    const [first] = sampleAnswers(secret, 0);
    const rejected = [
      answeredAttempt(kit.session.id, [{ ...first!, chosen: [25] }]),
      answeredAttempt(kit.session.id, [first!], { maxQuestionsScore: 1 }),
      sampleAttempt(kit.session.id, secret, { questionsScore: 1_000 }),
    ];
    const answers = await Promise.all(rejected.map((body) => kit.student.post('/scores', body)));
    expect([begun, ...answers].map(({ status }) => status)).toEqual([201, 400, 400, 400]);
    expect(JSON.stringify([begun, ...answers])).not.toMatch(/of the secret quiz|correct"/);
  });
});

it('returns score, correct options and explanations with the hand-in, and again with a repeat', async () => {
  const answers = sampleAnswers(secret, 2);
  const attempt = answeredAttempt(kit.session.id, answers);
  const first = await kit.student.post<SubmitScoreResponse>('/scores', attempt);
  const again = await kit.student.post<SubmitScoreResponse>('/scores', attempt);
  expect([first.status, again.status, again.body]).toEqual([202, 200, first.body]);
  expect(first.body).toMatchObject({
    level: 'Reported',
    quiz: { questionsScore: 20, maxQuestionsScore: secret.maxQuestionsScore, passed: false },
  });
  const { questions } = first.body.quiz!;
  expect(questions.map(({ questionId, score }) => [questionId, score])).toEqual(
    answers.map(({ questionId }, nth) => [questionId, nth < 2 ? 10 : 0]),
  );
  expect(questions[0]).toMatchObject({ correct: answers[0]!.chosen, explanation: EXPLANATION });
});

it('verifies a quiz whose start the server has seen', async () => {
  const { scenarioId } = secret;
  const { body } = await kit.student.post<{ attemptId: string; ticket: string }>('/attempts', {
    scenarioId,
    sessionId: kit.session.id,
  });
  const { attemptId, ticket } = body;
  const attempt = answeredAttempt(kit.session.id, sampleAnswers(secret, 9), { attemptId, ticket });
  const answer = await kit.student.post<SubmitScoreResponse>('/scores', attempt);
  expect(answer.body).toMatchObject({ level: 'Verified', quiz: { passed: true } });
});

it('sends answers to staff', async () => {
  for (const client of [kit.instructor, admin]) {
    const { body } = await headers<Scenario>(client);
    const quiz = body.find(({ scenarioId }) => scenarioId === secret.scenarioId)!;
    expect(quiz.questions).toMatchObject(secret.questions);
  }
});

it('sends answers to players of a catalogue only while a system admin allows it', async () => {
  const path = `/courses/${catalogueId}/answers`;
  const receives = async () => JSON.stringify((await headers(kit.student)).body).includes(EXPLANATION);
  expect([(await admin.get(path)).body, await receives()]).toEqual([{ sent: false }, false]);
  expect((await kit.instructor.put(path, { sent: true })).status).toBe(403);
  expect((await admin.put(path, { sent: true })).body).toEqual({ sent: true });
  await kit.platform.settled();
  expect(await receives()).toBe(true);
  await admin.put(path, { sent: false });
  await kit.platform.settled();
  expect(await receives()).toBe(false);
  const { body } = await admin.get<AuditPage>('/audit?targetType=platform');
  const actions = ['CatalogueAnswersWithheld', 'CatalogueAnswersSent'];
  expect(body.entries.map(({ action }) => action).slice(0, 2)).toEqual(actions);
});

it('has no answers of the default catalogue in the files of the training build and the web', () => {
  const texts = defaultCatalogue().flatMap(({ questions }) =>
    questions.flatMap(({ explanation }) => explanation ?? []),
  );
  const folder = join(PACKAGE_ROOT, 'dist', 'web');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  expect(files.some((file) => file.startsWith('unitybuild'))).toBe(true);
  const telling = files.filter((file) => {
    const path = join(folder, file);
    const content = statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
    return texts.some((text) => content.includes(text.slice(0, 40)));
  });
  expect(telling).toEqual([]);
});
