import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AnswerList } from '../../../shared/ui/answer-list.js';
import { LoadFailed } from '../../../shared/ui/load-failed.js';
import { ownAnswersQuery } from '../api/get-results.js';
import { resultsMessages as messages } from '../results.messages.js';
import styles from './results-page.module.css';

interface AttemptAnswersProps {
  attemptId: string;
  /** Number of questions that the attempt answers. */
  count: number;
}

/** The answers of an attempt with explanations, loaded when the list is opened. */
export function AttemptAnswers({ attemptId, count }: AttemptAnswersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.answers} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{messages.answers.open(count)}</summary>
      {isOpen && <LoadedAnswers attemptId={attemptId} />}
    </details>
  );
}

function LoadedAnswers({ attemptId }: { attemptId: string }) {
  const texts = messages.answers;
  const { data, isError, refetch } = useQuery(ownAnswersQuery(attemptId));
  if (isError) return <LoadFailed what={texts.theAnswers} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{texts.loading}</p>;
  if (data.answersReleasedAt === null) return <p>{texts.withheld}</p>;
  return (
    <ol>
      {data.questions.map(({ questionText, score, maxScore, answers, explanation }, index) => (
        // an attempt never changes, and equal questions have no other key
        <li key={index}>
          <p className={styles.question}>
            {questionText} <Points score={score} maxScore={maxScore} />
          </p>
          <AnswerList answers={answers} />
          {explanation && <p className={styles.explanation}>{explanation}</p>}
        </li>
      ))}
    </ol>
  );
}

const Points = ({ score, maxScore }: { score: number; maxScore: number | null }) => (
  <span className="figures">{maxScore === null ? messages.answers.notGraded : `${score} / ${maxScore}`}</span>
);
