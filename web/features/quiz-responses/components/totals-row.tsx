import type { VirtualItem } from '@tanstack/react-virtual';
import type { QuestionItem } from '../../../../api/contracts/quiz.contract.js';
import { ariaColumn, ariaRow, FIRST_QUESTION_COLUMN, NAME_COLUMN, POINTS_COLUMN, TOTALS_ROW } from '../quiz-places.js';
import { questionTotals, shownPoints, spokenTotals } from '../question-totals.js';
import { useLiveItems } from '../live-items.js';
import type { OpenQuiz } from '../open-quiz.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import styles from './quiz-table.module.css';

interface TotalsRowProps {
  open: OpenQuiz;
  drawn: readonly VirtualItem[];
  /** The column of the grid's tab stop; null when another row has it. */
  activeColumn: number | null;
}

/** Totals of the whole class below the questions: share of full marks and average points. */
export function TotalsRow({ open, drawn, activeColumn }: TotalsRowProps) {
  const { items, average } = useLiveItems(open);
  const byNumber = new Map<number, QuestionItem>(items.map((item) => [item.number, item]));
  const stop = (column: number) => ({
    'aria-colindex': ariaColumn(column),
    'data-place': `${TOTALS_ROW}:${column}`,
    tabIndex: activeColumn === column ? 0 : -1,
  });
  return (
    <div role="row" aria-rowindex={ariaRow(TOTALS_ROW)} className={styles.totals}>
      <div role="rowheader" className={styles.nameHeader} {...stop(NAME_COLUMN)}>
        {messages.totals.title}
      </div>
      <div role="gridcell" className={styles.points} title={messages.totals.averagePoints} {...stop(POINTS_COLUMN)}>
        {average === null ? '-' : shownPoints(average)}
      </div>
      {drawn.map(({ index, start, size }) => {
        const item = byNumber.get(index + 1);
        return (
          item && (
            <div
              key={item.number}
              role="gridcell"
              title={spokenTotals(item)}
              className={styles.total}
              style={{ left: start, width: size }}
              {...stop(index + FIRST_QUESTION_COLUMN)}
            >
              {questionTotals(item)}
            </div>
          )
        );
      })}
    </div>
  );
}
