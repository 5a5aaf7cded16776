import { randomUUID } from 'node:crypto';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import { SubmitScoreRequest } from '../../api/contracts/score.contract.js';
import { decideScore } from '../../api/features/scores/score.stream.js';
import { withQuestionIds } from '../../api/contracts/question-ids.rule.js';
import { defaultCatalogue } from '../../api/features/catalogue/default-catalogue.js';
import { makeAttempt, pointsOf, type Random } from './make-attempt.js';

const now = new Date('2026-03-01T09:30:00.000Z');
const sessionId = randomUUID();

/** The same numbers in every run. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Returns successive attempts of a student, each based on the best before it. */
function play(scenario: Scenario, attempts: number): SubmitScoreRequest[] {
  const random = randomFrom(42);
  let best = 0;
  return Array.from({ length: attempts }, () => {
    const attempt = makeAttempt(scenario, sessionId, best, now, random);
    best = Math.max(best, pointsOf(scenario, attempt));
    return attempt;
  });
}

const classOfAttempt = {
  courseId: randomUUID(),
  organizationId: null,
  startedAt: '2026-03-01T09:00:00.000Z',
  endedAt: null,
  onRoster: true,
  joinedAt: null,
};

const catalogue = withQuestionIds(defaultCatalogue());

it.each(catalogue.map((scenario) => [scenario.scenarioTitle, scenario] as const))(
  'plays %s as the intake wants it, a hundred times over',
  (_title, scenario) => {
    for (const attempt of play(scenario, 100)) {
      expect(SubmitScoreRequest.parse(attempt)).toEqual(attempt);
      const command = {
        attempt,
        userId: randomUUID(),
        organizationId: null,
        scenario,
        classOfAttempt,
        now: now.getTime(),
      };
      const { data } = decideScore(command);
      expect(data.late).toBe(false);
      expect(data.totalScore + data.questionsScore).toBe(pointsOf(scenario, attempt));
    }
  },
);

it('mostly improves until full marks, so that a gradebook has changes to show', () => {
  const [scenario] = defaultCatalogue();
  let best = 0;
  let improved = 0;
  for (const { totalScore } of play(scenario!, 100)) {
    expect(Number.isInteger(totalScore)).toBe(true);
    if (totalScore > best || totalScore === scenario!.maxTotalScore) improved += 1;
    best = Math.max(best, totalScore);
  }
  expect(improved).toBeGreaterThan(70);
});

it('answers quizzes until all answers are right', () => {
  const quiz = catalogue.find(({ scenarioType }) => scenarioType === 'Quiz')!;
  const attempts = play(quiz, 20);
  for (const { answers, questionsScore, passed, questionScorecards } of attempts) {
    expect(answers).toHaveLength(quiz.questions.length);
    expect({ questionsScore, passed, questionScorecards }).toEqual({
      questionsScore: 0,
      passed: false,
      questionScorecards: [],
    });
  }
  expect(pointsOf(quiz, attempts[0]!)).toBeLessThan(quiz.maxQuestionsScore);
  expect(pointsOf(quiz, attempts.at(-1)!)).toBe(quiz.maxQuestionsScore);
});
