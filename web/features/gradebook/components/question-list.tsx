import type { QuestionScorecard } from '../../../../api/contracts/score.contract.js';
import { AnswerList } from '../../../shared/ui/answer-list.js';
import styles from './attempts-dialog.module.css';

/** The questions of an attempt, each with its answers; closed at first, a quiz may have two hundred. */
export function QuestionList({ questions }: { questions: readonly QuestionScorecard[] }) {
  const counted = questions.filter(({ maxScore }) => (maxScore ?? 0) > 0);
  const correct = counted.filter(({ score, maxScore }) => score === maxScore).length;
  return (
    <details className={styles.questions}>
      <summary>
        {questions.length === 1 ? '1 question' : `${questions.length} questions`}
        {counted.length > 0 && `, ${correct} of ${counted.length} fully correct`}
      </summary>
      <ol>
        {questions.map((question, index) => (
          // an attempt never changes, and nothing else tells two equal questions apart
          <li key={index}>
            <p className={styles.question}>
              {question.questionText}{' '}
              <span className="figures">
                {question.maxScore === null ? `${question.score}` : `${question.score} / ${question.maxScore}`}
              </span>
            </p>
            <AnswerList answers={question.answerScorecards} />
          </li>
        ))}
      </ol>
    </details>
  );
}
