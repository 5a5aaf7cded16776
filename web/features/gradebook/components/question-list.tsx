import type { QuestionScorecard } from '../../../../api/contracts/score.contract.js';
import styles from './attempts-dialog.module.css';

type Answer = QuestionScorecard['answerScorecards'][number];

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
            <ul>
              {question.answerScorecards.map((answer, place) => (
                <li key={place} data-mark={markOf(answer)}>
                  <span aria-hidden="true">{SIGNS[markOf(answer)]}</span> {answer.answerText}{' '}
                  <em>{WORDS[markOf(answer)]}</em>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  );
}

type Mark = 'right' | 'wrong' | 'missed' | 'left';

const SIGNS: Record<Mark, string> = { right: '✓', wrong: '✗', missed: '○', left: '·' };
const WORDS: Record<Mark, string> = {
  right: 'chosen, correct',
  wrong: 'chosen, wrong',
  missed: 'not chosen, correct',
  left: '',
};

function markOf({ answered, correct }: Answer): Mark {
  if (answered) return correct ? 'right' : 'wrong';
  return correct ? 'missed' : 'left';
}
