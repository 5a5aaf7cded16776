import type { VirtualItem } from '@tanstack/react-virtual';
import { memo } from 'react';
import type { QuizColumn } from '../../../../api/contracts/quiz-columns.rule.js';
import type { QuizRow as QuizRowValue } from '../../../../api/contracts/quiz.contract.js';
import type { RowStore } from '../../../shared/live-client/row-store.js';
import { useRow } from '../../../shared/live-client/use-live-rows.js';
import type { QuizStudentEntry } from '../quiz-view.js';
import { AnswerCell } from './answer-cell.js';
import styles from './quiz-table.module.css';

interface QuizRowProps {
  store: RowStore<QuizRowValue>;
  student: QuizStudentEntry;
  questions: readonly QuizColumn[];
  /** Place in the grid, row 0 being the header. */
  row: number;
  top: number;
  drawn: readonly VirtualItem[];
  /** The column that holds the grid's tab stop, null when it lies in another row. */
  activeColumn: number | null;
}

/** One student: the name, which stays in sight, and the answers of the columns in sight. Draws anew when an attempt comes. */
export const QuizRow = memo(function QuizRow(props: QuizRowProps) {
  const { store, student, questions, row, top, drawn, activeColumn } = props;
  const value = useRow(store, student.userId)?.value;
  const tooFast = value?.kind === 'student' && value.attempt?.tooFast;
  return (
    <div role="row" aria-rowindex={row + 1} className={styles.row} style={{ transform: `translateY(${top}px)` }}>
      <div
        role="rowheader"
        aria-colindex={1}
        data-place={`${row}:0`}
        tabIndex={activeColumn === 0 ? 0 : -1}
        className={styles.student}
        data-disabled={!student.enabled || undefined}
        title={student.name || undefined}
      >
        <span className={styles.username}>{student.username}</span>
        {tooFast && <span className={styles.mark}>Too fast</span>}
        {!student.enabled && <span className={styles.mark}>Disabled</span>}
      </div>
      {drawn.map(({ index, start, size }) => {
        const question = questions[index];
        return (
          question && (
            <AnswerCell
              key={question.key}
              store={store}
              student={value}
              question={question.key}
              place={`${row}:${index + 1}`}
              column={index + 2}
              left={start}
              width={size}
              active={activeColumn === index + 1}
            />
          )
        );
      })}
    </div>
  );
});
