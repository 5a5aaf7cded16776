import { randomUUID } from 'node:crypto';
import type { Config } from '../../../config.js';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import { SubmitScoreRequest } from '../../../contracts/score.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { InMemoryEventStore } from '../../../platform/eventsourcing/in-memory-event-store.js';
import { sampleMetadata } from '../../../platform/eventsourcing/testing/sample-events.js';
import type { RequestContext } from '../../../platform/http/request-context.js';
import {
  answeredAttempt,
  competeScenario,
  quizScenario,
  sampleAnswers,
  sampleAttempt,
} from '../../../testing/sample-attempt.js';
import type { CatalogueQuery } from '../../catalogue/catalogue.query.js';
import { withQuestionIds } from '../../../contracts/question-ids.rule.js';
import type { ScoreSubmitted } from '../score.events.js';
import { attemptStream } from '../score.stream.js';
import type { ClassOfAttemptCache } from '../../courses/class-of-attempt.cache.js';
import { AttemptTickets } from '../begin-attempt/attempt-tickets.js';
import { SubmitScore, SubmitScoreHandler } from './submit-score.handler.js';

const catalogueOf = (...scenarios: Scenario[]) => ({
  edition: 1,
  scenarios: withQuestionIds(scenarios),
  byId: new Map(withQuestionIds(scenarios).map((scenario) => [scenario.scenarioId, scenario])),
});

function setUp(userId: string = randomUUID()) {
  const remembered = {
    current: catalogueOf(competeScenario),
    newest: catalogueOf(competeScenario),
    before: catalogueOf(),
    publishedAt: new Date(0),
  };
  const catalogue = {
    current: async () => remembered.current,
    newest: async () => remembered.newest,
    edition: async (edition: number) =>
      [remembered.current, remembered.before].find((each) => each.edition === edition) ?? catalogueOf(),
    since: async (moment: Date) =>
      moment < remembered.publishedAt ? [remembered.before, remembered.newest] : [remembered.newest],
  };
  const facts = {
    courseId: randomUUID(),
    organizationId: null,
    startedAt: new Date(0).toISOString(),
    onRoster: true,
    joinedAt: null,
  };
  const ends = { known: null as string | null, newest: null as string | null };
  const classes = {
    find: async () => ({ ...facts, endedAt: ends.known }),
    findByStreams: async () => ({ ...facts, endedAt: ends.newest }),
  };
  const store = new InMemoryEventStore();
  const tickets = new AttemptTickets({ secrets: { JWT_SECRET: 'a secret' } } as Config);
  const handler = new SubmitScoreHandler(
    store,
    catalogue as unknown as CatalogueQuery,
    classes as unknown as ClassOfAttemptCache,
    tickets,
  );
  const clock = { now: Date.now() };
  const actor = { userId, organizationId: null } as Actor;
  const reached: (AppendResult | undefined)[] = [];
  const submit = (attempt: SubmitScoreRequest) =>
    handler.execute(
      new SubmitScore(attempt, actor, {
        now: new Date(clock.now),
        metadata: sampleMetadata(),
        recordPosition: (appended: AppendResult | undefined) => reached.push(appended),
      } as unknown as RequestContext),
    );
  /** Returns the attempt with a ticket that this edition of the catalogue was current for. */
  const ticketed = (attempt: SubmitScoreRequest, edition: number) => ({
    ...attempt,
    ticket: tickets.issue({ ...attempt, userId: actor.userId }, { beganAt: clock.now, edition }),
  });
  return { remembered, submit, ticketed, reached, clock, ends, store };
}

it('derives the same event id as earlier versions from a body without ticket and flight', async () => {
  const { submit, store } = setUp('0198c0de-00a1-7000-8000-000000000001');
  const attemptId = '0198c0de-00e1-7000-8000-000000000001';
  const startedAt = '2026-03-02T09:10:00.000Z';
  const completedAt = '2026-03-02T09:20:00.000Z';
  await submit(SubmitScoreRequest.parse(sampleAttempt(null, competeScenario, { attemptId, startedAt, completedAt })));
  const [stored] = await store.readStream(attemptStream.name(attemptId));
  expect(stored!.eventId).toBe('9e58a9c5-c766-5bff-865d-a4d1c1a6a53d');
});

it('recognizes a repeat where a new attempt would be rejected, and returns its log position', async () => {
  const { remembered, submit, reached } = setUp();
  const attempt = sampleAttempt(null);
  expect(await submit(attempt)).toEqual({
    attemptId: attempt.attemptId,
    version: 0,
    repeated: false,
    level: 'Reported',
  });
  remembered.current = remembered.newest = catalogueOf();
  expect(await submit(attempt)).toEqual({
    attemptId: attempt.attemptId,
    version: 0,
    repeated: true,
    level: 'Reported',
  });
  expect(reached[1]?.position).toEqual(reached[0]?.position);
  await expect(submit(sampleAttempt(null))).rejects.toMatchObject({ code: 'UNKNOWN_SCENARIO' });
});

it('reads the newest catalogue before it rejects a scenario', async () => {
  const { remembered, submit } = setUp();
  remembered.current = catalogueOf();
  expect(await submit(sampleAttempt(null))).toMatchObject({ repeated: false });
});

it('reads the newest catalogue before it rejects points', async () => {
  const { remembered, submit } = setUp();
  remembered.newest = catalogueOf({ ...competeScenario, maxTotalScore: 2_000 });
  const attempt = sampleAttempt(null, competeScenario, { totalScore: 1_500, maxTotalScore: 2_000 });
  expect(await submit(attempt)).toMatchObject({ repeated: false });
});

describe('an attempt finished offline before a publication', () => {
  const DAY_MS = 24 * 3_600_000;
  const changed = { ...competeScenario, maxTotalScore: 500 };
  const endedAgo = (days: number) => {
    const at = new Date(Date.now() - days * DAY_MS).toISOString();
    return sampleAttempt(null, competeScenario, { startedAt: at, completedAt: at });
  };

  it.each([
    ['removed its scenario', catalogueOf(), 'UNKNOWN_SCENARIO'],
    ['changed its maximum', catalogueOf(changed), 'SCORE_ABOVE_MAXIMUM'],
  ])('that %s is accepted by the edition of its start, for a month', async (_, after, code) => {
    const { remembered, submit } = setUp();
    const publishedAt = new Date(Date.now() - DAY_MS);
    Object.assign(remembered, { current: after, newest: after, before: catalogueOf(competeScenario), publishedAt });
    expect(await submit(endedAgo(29))).toMatchObject({ repeated: false });
    await expect(submit(endedAgo(31))).rejects.toMatchObject({ code });
    await expect(submit(endedAgo(0))).rejects.toMatchObject({ code });
    await expect(submit({ ...endedAgo(2), totalScore: 5_000 })).rejects.toMatchObject({ code: 'SCORE_ABOVE_MAXIMUM' });
  });
});

it('accepts a quiz by an edition between that of its start and the newest', async () => {
  const { remembered, submit } = setUp();
  const reworded = (text: string) => ({
    ...quizScenario,
    questions: quizScenario.questions.map((question, index) =>
      index === 0 ? { ...question, questionText: text } : question,
    ),
  });
  const publishedAt = new Date(Date.now() + 60_000);
  const after = catalogueOf(reworded('Worded yet otherwise?'));
  Object.assign(remembered, { current: after, newest: after, before: catalogueOf(reworded('Worded otherwise?')) });
  expect(await submit(sampleAttempt(null, reworded('Worded yet otherwise?')))).toMatchObject({ repeated: false });
  await expect(submit(sampleAttempt(null, reworded('Worded otherwise?')))).rejects.toMatchObject({ status: 400 });
  remembered.publishedAt = publishedAt;
  expect(await submit(sampleAttempt(null, reworded('Worded otherwise?')))).toMatchObject({ repeated: false });
  await expect(submit(sampleAttempt(null, reworded('Never worded?')))).rejects.toMatchObject({
    code: 'SCORE_ABOVE_MAXIMUM',
  });
});

it('records an attempt as late only after checking the streams for a resumption', async () => {
  const { submit, ends, store } = setUp();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const played = { startedAt: hoursAgo(3), completedAt: hoursAgo(3) };
  const lateOf = async () => {
    const attempt = sampleAttempt(randomUUID(), competeScenario, played);
    await submit(attempt);
    const [event] = await store.readStream(attemptStream.name(attempt.attemptId));
    return (event!.data as ScoreSubmitted['data']).late;
  };
  ends.known = ends.newest = hoursAgo(2);
  expect(await lateOf()).toBe(true);
  ends.newest = null;
  expect(await lateOf()).toBe(false);
});

describe('the allowance of a player', () => {
  const DAY_OF_RESULTS = 500;

  it('covers a day of results from an outbox at once', async () => {
    const { submit } = setUp();
    const answers = await Promise.all(Array.from({ length: DAY_OF_RESULTS }, () => submit(sampleAttempt(null))));
    expect(answers.every(({ repeated }) => !repeated)).toBe(true);
  });

  it('rejects further attempts with 429 and the time to wait, but answers repeats', async () => {
    const { submit, clock } = setUp();
    const first = sampleAttempt(null);
    await submit(first);
    const flood = () => Promise.allSettled(Array.from({ length: 500 }, () => submit(sampleAttempt(null))));
    for (let stored = 1; stored < 2_500; stored += 500) await flood();
    await expect(submit(sampleAttempt(null))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
      retryAfterSeconds: 5,
    });
    expect(await submit(first)).toMatchObject({ repeated: true });
    clock.now += 5_000;
    expect(await submit(first)).toMatchObject({ repeated: true });
    expect(await submit(sampleAttempt(null))).toMatchObject({ repeated: false });
    await expect(submit(sampleAttempt(null))).rejects.toMatchObject({ status: 429 });
  });

  it('does not shrink with repeats and rejected attempts', async () => {
    const { submit } = setUp();
    const first = sampleAttempt(null);
    await submit(first);
    for (let turn = 0; turn < 2_500; turn += 1) await submit(first);
    for (let turn = 0; turn < 2_500; turn += 1) {
      await submit(sampleAttempt(null, competeScenario, { totalScore: 5_000 })).catch(() => undefined);
    }
    expect(await submit(sampleAttempt(null))).toMatchObject({ repeated: false });
  });
});

it('charges two units for an attempt of more than 4,096 characters', async () => {
  const { remembered, submit } = setUp();
  remembered.current = catalogueOf(quizScenario);
  const large = () => {
    const attempt = sampleAttempt(null, quizScenario);
    const questionScorecards = attempt.questionScorecards.map((card) => ({
      ...card,
      questionText: card.questionText.padEnd(500),
      answerScorecards: [...card.answerScorecards, { answerText: 'x'.repeat(490), answered: false, correct: false }],
    }));
    return { ...attempt, questionScorecards };
  };
  const answers = await Promise.allSettled(Array.from({ length: 1_001 }, () => submit(large())));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1_000);
});

describe('the answers to a quiz', () => {
  /** The quiz after a publication that makes the other options of its first question correct. */
  const [first, ...others] = quizScenario.questions;
  const corrected = {
    ...quizScenario,
    questions: [{ ...first!, answers: first!.answers.map((each) => ({ ...each, correct: !each.correct })) }, ...others],
  };
  const all = quizScenario.maxQuestionsScore;
  const without = all - first!.maxScore!;

  it('are scored by the edition that was current when the attempt began', async () => {
    const { remembered, submit, ticketed } = setUp();
    remembered.before = { ...catalogueOf(quizScenario), edition: 4 };
    remembered.current = remembered.newest = { ...catalogueOf(corrected), edition: 5 };
    const right = () => answeredAttempt(null, sampleAnswers(quizScenario, 9));
    expect(await submit(ticketed(right(), 4))).toMatchObject({ level: 'Verified', quiz: { questionsScore: all } });
    expect(await submit(ticketed(right(), 5))).toMatchObject({ level: 'Verified', quiz: { questionsScore: without } });
    expect(await submit(right())).toMatchObject({ level: 'Reported', quiz: { questionsScore: without } });
  });

  it('have the same score in the response to a repeat, after another publication', async () => {
    const { remembered, submit, ticketed } = setUp();
    remembered.current = remembered.newest = { ...catalogueOf(quizScenario), edition: 4 };
    const attempt = ticketed(answeredAttempt(null, sampleAnswers(quizScenario, 2)), 4);
    const stored = await submit(attempt);
    expect(stored.quiz).toMatchObject({ passed: false, questionsScore: 20 });
    expect(stored.quiz!.questions[0]).toMatchObject({ correct: [1], explanation: first!.explanation });
    remembered.before = remembered.current;
    remembered.current = remembered.newest = { ...catalogueOf(corrected), edition: 5 };
    expect(await submit(attempt)).toEqual({ ...stored, repeated: true });
  });

  it('to questions that the newest edition lacks are scored by the edition of the start', async () => {
    const { remembered, submit } = setUp();
    const publishedAt = new Date();
    const after = { ...catalogueOf({ ...quizScenario, questions: [], maxQuestionsScore: 0 }), edition: 5 };
    const before = { ...catalogueOf(quizScenario), edition: 4 };
    Object.assign(remembered, { current: after, newest: after, before, publishedAt });
    const startedAt = new Date(publishedAt.getTime() - 60_000).toISOString();
    const answered = answeredAttempt(null, sampleAnswers(quizScenario, 9), { startedAt });
    expect(await submit(answered)).toMatchObject({ quiz: { questionsScore: all } });
  });
});

// The event id of a result is derived from this text, and outboxes repeat bodies that older versions have sent.
it('reads a body without optional fields as the same text as earlier versions', () => {
  const attempt = sampleAttempt(null, competeScenario);
  const { attemptId, sessionId, scenarioId, scoreCardType, totalScore, questionsScore, ...others } = attempt;
  const { maxTotalScore, maxQuestionsScore, passed, startedAt, completedAt, questionScorecards } = others;
  const ids = { attemptId, sessionId, scenarioId, scoreCardType };
  const points = { totalScore, questionsScore, maxTotalScore, maxQuestionsScore, passed };
  expect(JSON.stringify(SubmitScoreRequest.parse(attempt))).toBe(
    JSON.stringify({ ...ids, ...points, startedAt, completedAt, questionScorecards }),
  );
});
