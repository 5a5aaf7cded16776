import type { ClassSessionDetails } from '../../../api/contracts/group.contract.js';
import type { SelectedQuiz } from '../../shared/session/selected-quiz.js';
import { findSession, findSessions } from './api/find-sessions.js';
import { getQuizzes } from './api/get-quizzes.js';

/** The names in an address of a quiz (docs/rules.md#quiz-addresses). */
export interface QuizNames {
  sessionName: string;
  scenarioShortTitle: string;
}

/**
 * What is meant by the names of an address: what was opened last when it has these names, else the newest class of that name
 * one runs, with its quiz of that title. Null when there is none.
 */
export async function resolveQuiz(names: QuizNames, stored: SelectedQuiz | null): Promise<SelectedQuiz | null> {
  const session = (stored && (await storedSession(names, stored))) ?? (await findSessions(names.sessionName))[0];
  if (!session) return null;
  const titled = (await getQuizzes(session.id)).filter((quiz) => quiz.scenarioShortTitle === names.scenarioShortTitle);
  const quiz = titled.find(({ scenarioId }) => scenarioId === stored?.quizId) ?? titled[0];
  return quiz ? { sessionId: session.id, quizId: quiz.scenarioId } : null;
}

async function storedSession({ sessionName }: QuizNames, stored: SelectedQuiz): Promise<ClassSessionDetails | null> {
  const session = await findSession(stored.sessionId);
  return session?.name === sessionName ? session : null;
}
