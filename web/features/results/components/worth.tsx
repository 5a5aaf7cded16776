import { gradeOf, percentOf } from '../../../../api/contracts/grade.rule.js';
import type { OwnAttempt, OwnResult } from '../../../../api/contracts/results.contract.js';
import { resultsMessages as messages } from '../results.messages.js';
import styles from './results-page.module.css';

/** Points of a result without its success. */
export type Worth = Pick<OwnResult, 'total' | 'maxTotal' | 'questions' | 'maxQuestions'>;

/** Returns the points of an attempt. */
export const worthOf = (attempt: OwnAttempt): Worth => ({
  total: attempt.totalScore,
  maxTotal: attempt.maxTotalScore,
  questions: attempt.questionsScore,
  maxQuestions: attempt.maxQuestionsScore,
});

/** The grade of a result and its points. */
export function GradeAndPoints({ worth }: { worth: Worth }) {
  const { total, maxTotal, questions, maxQuestions } = worth;
  const percent = percentOf(worth);
  return (
    <>
      <p className={styles.grade}>
        {percent === null ? (
          '-'
        ) : (
          <>
            <b>{gradeOf(percent)}</b> {percent}%
          </>
        )}
      </p>
      <p className={styles.points}>
        {maxTotal > 0 && <span>{messages.points(total, maxTotal)}</span>}
        {maxQuestions > 0 && <span>{messages.questionPoints(questions, maxQuestions)}</span>}
      </p>
    </>
  );
}

/** The points before set points and regrades, with the success where it was another. */
export function Original({ original, passed }: Pick<OwnResult, 'original' | 'passed'>) {
  if (!original) return null;
  const { originally, originallyPassed, originallyFailed } = messages;
  const changed = original.passed ? originallyPassed : originallyFailed;
  const words = original.passed === passed ? originally : changed;
  return <p className={styles.soft}>{words(String(original.points), String(original.maximum))}</p>;
}
