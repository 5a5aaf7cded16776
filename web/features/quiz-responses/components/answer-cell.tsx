import type { QuizRow } from '../../../../api/contracts/quiz.contract.js';
import type { RowStore } from '../../../shared/live-client/row-store.js';
import { answerDisplay, type AnswerDisplay, type ChosenOption } from '../answer-display.js';
import styles from './quiz-table.module.css';

interface AnswerCellProps {
  store: RowStore<QuizRow>;
  userId: string;
  /** Key of its column. */
  question: string;
  place: string;
  /** From 1, over all columns. */
  column: number;
  left: number;
  width: number;
  active: boolean;
}

/** What a student chose: a tick or a cross an option, or its letter where nothing is right or wrong. */
export function AnswerCell({ store, userId, question, place, column, left, width, active }: AnswerCellProps) {
  const display = answerDisplay(store, userId, question);
  return (
    <div
      role="gridcell"
      aria-colindex={column}
      data-place={place}
      data-marks={display ? (display.fullMarks ? 'full' : 'lost') : undefined}
      tabIndex={active ? 0 : -1}
      className={styles.cell}
      // the meter at the foot, see the style sheet
      style={{ left, width, backgroundSize: `${shareOf(display)}% 3px` }}
      title={display?.chosen.map(({ answerText }) => answerText).join('\n') || undefined}
    >
      {display ? <Chosen {...display} /> : '-'}
    </div>
  );
}

function Chosen({ chosen, score, maxScore }: AnswerDisplay) {
  return (
    <>
      {chosen.map((option, index) => (
        <Option key={index} {...option} />
      ))}
      <span className="visually-hidden">
        {chosen.length === 0 && 'No answer. '}
        {maxScore !== null && `${score} of ${maxScore} points`}
      </span>
    </>
  );
}

function Option({ answerText, letter, correct }: ChosenOption) {
  return (
    <>
      <span aria-hidden="true" className={letter ? styles.letter : correct ? styles.tick : styles.cross}>
        {letter ?? (correct ? '✓' : '✗')}
      </span>
      <span className="visually-hidden">
        {letter ? `${letter}: ${answerText}. ` : `${correct ? 'Correct' : 'Wrong'}: ${answerText}. `}
      </span>
    </>
  );
}

function shareOf(display: AnswerDisplay | null): number {
  if (!display?.maxScore) return 0;
  return Math.min(100, (display.score / display.maxScore) * 100);
}
