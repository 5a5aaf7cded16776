import { randomUUID } from 'node:crypto';
import type { Scenario } from '../../api/contracts/catalogue.contract.js';
import type { SubmitScoreRequest } from '../../api/contracts/score.contract.js';
import type { Account } from './platform.js';

/** A student on a native client, who plays only through the public API. */
export async function signInPlayer(url: string, { username, password }: Account) {
  async function call(method: string, path: string, body?: unknown, token?: string): Promise<Response> {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token && { 'x-auth-token': token }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
  const signedIn = await call('POST', '/auth/session', { username, password });
  const token = signedIn.headers.get('x-auth-token') ?? '';
  async function submit(sessionId: string, of: Scenario, result: Partial<SubmitScoreRequest>): Promise<void> {
    const now = new Date().toISOString();
    const attempt: SubmitScoreRequest = {
      attemptId: randomUUID(),
      sessionId,
      scenarioId: of.scenarioId,
      scoreCardType: of.scenarioType,
      totalScore: 0,
      questionsScore: 0,
      maxTotalScore: of.maxTotalScore,
      maxQuestionsScore: 0,
      passed: true,
      startedAt: now,
      completedAt: now,
      questionScorecards: [],
      ...result,
    };
    await call('POST', '/scores', attempt, token);
  }
  return {
    join: (code: string) => call('POST', '/groups/join', { code }, token),
    async scenarios(): Promise<Scenario[]> {
      const { catalogueId } = (await (await fetch(`${url}/config.json`)).json()) as { catalogueId: string };
      return (await call('GET', `/courses/${catalogueId}/headers`, undefined, token)).json() as Promise<Scenario[]>;
    },
    /** Submits a scenario with this share of its points. */
    play: (sessionId: string, scenario: Scenario, share: number) =>
      submit(sessionId, scenario, { totalScore: scenario.maxTotalScore * share, passed: share >= 0.6 }),
    /** Submits a quiz with all answers right, or all wrong. The quiz is that of the catalogue that staff receives. */
    answer: (sessionId: string, quiz: Scenario, right: boolean) =>
      submit(sessionId, quiz, {
        maxQuestionsScore: quiz.maxQuestionsScore,
        passed: false,
        answers: quiz.questions.map(({ questionId, answers }) => ({
          questionId: questionId!,
          chosen: answers.flatMap(({ correct }, index) => (correct === right ? [index] : [])),
        })),
      }),
  };
}
