import { memo } from 'react';
import type { QuizRow } from '../../../../api/contracts/quiz.contract.js';
import type { RowStore } from '../../../shared/live-client/row-store.js';
import { answerDisplay, spokenAnswer, type AnswerDisplay } from '../answer-display.js';
import styles from './quiz-table.module.css';

interface AnswerCellProps {
  store: RowStore<QuizRow>;
  /** The current row of the student; the cell renders again when the row changes. */
  student: QuizRow | null | undefined;
  /** Key of the cell's column. */
  question: string;
  place: string;
  /** Column number from 1, over all columns. */
  column: number;
  left: number;
  width: number;
  active: boolean;
}

/**
 * Cell with a student's chosen options: a tick or a cross for each, or its letter if nothing is graded. Uses few elements, because hundreds
 * of cells are created during scrolling. Screen readers read a label.
 */
export const AnswerCell = memo(function AnswerCell(props: AnswerCellProps) {
  const { store, student, question, place, column, left, width, active } = props;
  const display = answerDisplay(store, student, question);
  return (
    <div
      role="gridcell"
      aria-colindex={column}
      aria-label={display ? spokenAnswer(display) : undefined}
      data-place={place}
      data-marks={display?.marks}
      tabIndex={active ? 0 : -1}
      className={styles.cell}
      // the points bar, see the style sheet
      style={{ left, width, backgroundSize: `${shareOf(display)}% 3px` }}
      title={display?.chosen.map(({ answerText }) => answerText).join('\n') || undefined}
    >
      {display
        ? display.chosen.map(({ letter, correct }, index) => (
            <span key={index} className={letter ? styles.letter : correct ? styles.tick : styles.cross}>
              {letter ?? (correct ? '✓' : '✗')}
            </span>
          ))
        : '-'}
    </div>
  );
});

function shareOf(display: AnswerDisplay | null): number {
  if (!display?.maxScore) return 0;
  return Math.min(100, (display.score / display.maxScore) * 100);
}
