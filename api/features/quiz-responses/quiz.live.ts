import { z } from 'zod';
import { Id } from '../../contracts/primitives.contract.js';
import { parseQuizTopicId } from '../../contracts/quiz-topic.rule.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { ClassWatchers } from '../courses/class-watchers.policy.js';
import { isStaffOf } from '../courses/course.policy.js';
import { QuizResponsesQuery, type QuizRows } from './quiz-responses.query.js';
import { QuizzesQuery } from './quizzes.query.js';

const QuizId = z
  .string()
  .transform(parseQuizTopicId)
  .pipe(z.object({ sessionId: Id, scenarioId: Id }));

/** Topic `quiz`: the responses to one quiz of a class, for its staff. */
export const quizTopic = defineTopic({
  topic: 'quiz',
  kind: 'rows',
  id: QuizId,
  // A student who joins or leaves changes all quizzes of the class, so the change names only the class.
  follows: ({ sessionId }) => ({ topic: 'quiz', id: sessionId }),
  inject: [ClassWatchers, QuizzesQuery, QuizResponsesQuery],
  create: (watchers, quizzes, responses) => ({
    async audienceOf(actor, { sessionId, scenarioId }) {
      const found = await watchers.find(sessionId);
      if (!found || !isStaffOf(actor, found.course)) return null;
      return (await quizzes.find(found.session, scenarioId)) ? 'staff' : null;
    },
    async read({ sessionId, scenarioId }, _audience, since) {
      const { sequence, generation, rows } = await responses.read(sessionId, scenarioId, since);
      return { sequence, generation, rows: JSON.parse(rows) as QuizRows };
    },
  }),
});
