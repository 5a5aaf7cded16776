import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { QuizSummary } from '../../../../api/contracts/quiz.contract.js';
import { selectQuiz, useSelectedQuiz } from '../../../shared/session/selected-quiz.js';
import { quizzesQuery } from '../quiz-responses.api.js';
import { SelectField } from '../../../shared/ui/fields.js';
import { quizNavMessages as messages } from '../quiz-nav.messages.js';
import styles from './quiz-nav.module.css';

interface QuizNavProps {
  /** The class of the selected course. */
  sessionId: string;
  /** Renders the link to the selected quiz. */
  renderLink: (quiz: QuizSummary) => ReactNode;
  onSelect: (quiz: QuizSummary) => void;
}

/**
 * The quizzes of the class in the sidebar (docs/rules.md#quiz-addresses). The one opened last is a sub-item. A select field lists all,
 * those with responses first.
 */
export function QuizNav({ sessionId, renderLink, onSelect }: QuizNavProps) {
  const { data: quizzes } = useQuery(quizzesQuery(sessionId));
  const selected = useSelectedQuiz();
  const shown = quizzes?.find(({ scenarioId }) => selected?.sessionId === sessionId && selected.quizId === scenarioId);
  if (!quizzes || quizzes.length === 0) return null;
  const open = (quizId: string) => {
    const quiz = quizzes.find(({ scenarioId }) => scenarioId === quizId);
    if (!quiz) return;
    selectQuiz({ sessionId, quizId });
    onSelect(quiz);
  };
  return (
    <div className={styles.nav}>
      {shown && renderLink(shown)}
      <SelectField
        label={messages.label}
        value={shown?.scenarioId ?? ''}
        options={[
          ...(shown ? [] : [{ value: '', text: messages.choose }]),
          ...quizzes.map(({ scenarioId, scenarioShortTitle, responses }) => ({
            value: scenarioId,
            text: responses > 0 ? `${scenarioShortTitle} (${responses})` : messages.noScores(scenarioShortTitle),
          })),
        ]}
        onChange={open}
      />
    </div>
  );
}
