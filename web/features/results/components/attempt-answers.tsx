import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AnswerList } from '../../../shared/ui/answer-list.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { ownAnswersQuery } from '../api/get-results.js';
import styles from './results-page.module.css';

interface AttemptAnswersProps {
  attemptId: string;
  /** How many questions the attempt answers. */
  count: number;
}

/** The answers of an attempt with explanations; loaded when they are opened. */
export function AttemptAnswers({ attemptId, count }: AttemptAnswersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.answers} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{count === 1 ? 'Answer to 1 question' : `Answers to ${count} questions`}</summary>
      {isOpen && <LoadedAnswers attemptId={attemptId} />}
    </details>
  );
}

function LoadedAnswers({ attemptId }: { attemptId: string }) {
  const { data, isError, refetch } = useQuery(ownAnswersQuery(attemptId));
  if (isError) return <LoadFailed what="The answers" onRetry={() => void refetch()} />;
  if (!data) return <p role="status">Loading answers…</p>;
  if (data.answersReleasedAt === null) return <p>Your instructor has withheld these answers again.</p>;
  return (
    <ol>
      {data.questions.map(({ questionText, score, maxScore, answers, explanation }, index) => (
        // an attempt never changes, and nothing else tells two equal questions apart
        <li key={index}>
          <p className={styles.question}>
            {questionText}{' '}
            <span className="figures">{maxScore === null ? 'Not graded' : `${score} / ${maxScore}`}</span>
          </p>
          <AnswerList answers={answers} />
          {explanation && <p className={styles.explanation}>{explanation}</p>}
        </li>
      ))}
    </ol>
  );
}
