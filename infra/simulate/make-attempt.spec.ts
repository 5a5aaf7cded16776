import { randomUUID } from 'node:crypto';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import { SubmitScoreRequest } from '../../api/contracts/score.contract.js';
import { decideScore } from '../../api/features/scores/score.stream.js';
import { defaultCatalogue } from '../../api/features/catalogue/default-catalogue.js';
import { makeAttempt, type Random } from './make-attempt.js';

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
    best = Math.max(best, attempt.totalScore + attempt.questionsScore);
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

it.each(defaultCatalogue().map((scenario) => [scenario.scenarioTitle, scenario] as const))(
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
      expect(decideScore(command).data.late).toBe(false);
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

it('answers quizzes with scores that add up', () => {
  const quiz = defaultCatalogue().find(({ scenarioType }) => scenarioType === 'Quiz')!;
  const attempts = play(quiz, 20);
  for (const { questionsScore, questionScorecards } of attempts) {
    expect(questionScorecards).toHaveLength(quiz.questions.length);
    expect(questionScorecards.reduce((sum, { score }) => sum + score, 0)).toBe(questionsScore);
    for (const { score, maxScore, answerScorecards } of questionScorecards) {
      const correct = answerScorecards.some((answer) => answer.answered && answer.correct);
      expect(score > 0).toBe((maxScore ?? 0) > 0 && correct);
    }
  }
  expect(attempts.at(-1)!.questionsScore).toBe(quiz.maxQuestionsScore);
});
