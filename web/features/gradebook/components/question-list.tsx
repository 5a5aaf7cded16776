import type { QuestionScorecard } from '../../../../api/contracts/score.contract.js';
import { AnswerList } from '../../../shared/ui/answer-list.js';
import { gradebookDialogsMessages as messages } from '../gradebook-dialogs.messages.js';
import styles from './attempts-dialog.module.css';

/** The questions of an attempt, each with its answers; closed at first, a quiz may have two hundred. */
export function QuestionList({ questions }: { questions: readonly QuestionScorecard[] }) {
  const texts = messages.attempts;
  const counted = questions.filter(({ maxScore }) => (maxScore ?? 0) > 0);
  const correct = counted.filter(({ score, maxScore }) => score === maxScore).length;
  return (
    <details className={styles.questions}>
      <summary>
        {counted.length > 0
          ? texts.questionsCorrect(questions.length, correct, counted.length)
          : texts.questions(questions.length)}
      </summary>
      <ol>
        {questions.map(({ questionText, score, maxScore, answerScorecards }, index) => {
          const points = maxScore === null ? `${score}` : `${score} / ${maxScore}`;
          return (
            // an attempt never changes, and nothing else tells two equal questions apart
            <li key={index}>
              <p className={styles.question}>
                {questionText} <span className="figures">{points}</span>
              </p>
              <AnswerList answers={answerScorecards} />
            </li>
          );
        })}
      </ol>
    </details>
  );
}
