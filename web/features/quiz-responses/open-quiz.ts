import { quizTopicId } from '../../../api/contracts/quiz-topic.rule.js';
import type { QuizResponses, QuizRow } from '../../../api/contracts/quiz.contract.js';
import type { LivePosition } from '../../shared/live-client/live-client.js';
import { createRowStore, type RowStore } from '../../shared/live-client/row-store.js';
import { createQuizView, type LiveQuizView } from './quiz-view.js';

/** The quiz of a class that is on screen. */
export interface OpenQuiz {
  topicId: string;
  session: QuizResponses['session'];
  scenario: QuizResponses['scenario'];
  store: RowStore<QuizRow>;
  view: LiveQuizView;
  /** Position from which live rows continue. */
  from: LivePosition;
}

/** Copies a loaded quiz into a store that live rows update. */
export function openQuiz({ session, scenario, rows, generation, sequence }: QuizResponses): OpenQuiz {
  const store = createRowStore(rows);
  return {
    topicId: quizTopicId(session.id, scenario.scenarioId),
    session,
    scenario,
    store,
    view: createQuizView(store, scenario.questions),
    from: { generation, sequence },
  };
}
