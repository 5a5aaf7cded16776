import type { VirtualItem } from '@tanstack/react-virtual';
import { memo } from 'react';
import type { QuizColumn } from '../../../../api/contracts/quiz-columns.rule.js';
import type { QuizRow as QuizRowValue } from '../../../../api/contracts/quiz.contract.js';
import type { RowStore } from '../../../shared/live-client/row-store.js';
import { useRow } from '../../../shared/live-client/use-live-rows.js';
import { LevelSign } from '../../../shared/ui/level-mark.js';
import { PersonName } from '../../../shared/names/person-name.js';
import { ariaColumn, ariaRow, FIRST_QUESTION_COLUMN, NAME_COLUMN, POINTS_COLUMN } from '../quiz-places.js';
import type { QuizStudentEntry } from '../quiz-view.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import { AnswerCell } from './answer-cell.js';
import styles from './quiz-table.module.css';

interface QuizRowProps {
  store: RowStore<QuizRowValue>;
  student: QuizStudentEntry;
  questions: readonly QuizColumn[];
  /** Row number in the grid, see quiz-places.ts. */
  row: number;
  top: number;
  drawn: readonly VirtualItem[];
  /** The column of the grid's tab stop; null when another row has it. */
  activeColumn: number | null;
}

/** Row of one student: name, points and the answers of the visible columns. Renders again when an attempt arrives. */
export const QuizRow = memo(function QuizRow(props: QuizRowProps) {
  const { store, student, questions, row, top, drawn, activeColumn } = props;
  const value = useRow(store, student.userId)?.value;
  const attempt = value?.kind === 'student' ? value.attempt : null;
  return (
    <div role="row" aria-rowindex={ariaRow(row)} className={styles.row} style={{ transform: `translateY(${top}px)` }}>
      <div
        role="rowheader"
        aria-colindex={ariaColumn(NAME_COLUMN)}
        data-place={`${row}:${NAME_COLUMN}`}
        tabIndex={activeColumn === NAME_COLUMN ? 0 : -1}
        className={styles.student}
        data-disabled={!student.enabled || undefined}
        title={student.name || undefined}
      >
        <PersonName username={student.username} name={student.name} className={styles.username} />
        {attempt?.tooFast && <span className={styles.mark}>{messages.tooFast}</span>}
        {!student.enabled && <span className={styles.mark}>{messages.disabled}</span>}
      </div>
      <div
        role="gridcell"
        aria-colindex={ariaColumn(POINTS_COLUMN)}
        data-place={`${row}:${POINTS_COLUMN}`}
        tabIndex={activeColumn === POINTS_COLUMN ? 0 : -1}
        className={styles.points}
      >
        {attempt ? `${attempt.questionsScore}/${attempt.maxQuestionsScore}` : '-'}
        {attempt && <LevelSign level={attempt.level} />}
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
              place={`${row}:${index + FIRST_QUESTION_COLUMN}`}
              column={ariaColumn(index + FIRST_QUESTION_COLUMN)}
              left={start}
              width={size}
              active={activeColumn === index + FIRST_QUESTION_COLUMN}
            />
          )
        );
      })}
    </div>
  );
});
