import Tooltip from '@mui/material/Tooltip';
import type { QuizColumn } from '../../../../api/contracts/quiz-columns.rule.js';
import { ariaColumn, FIRST_QUESTION_COLUMN, TITLE_ROW } from '../quiz-places.js';
import { questionTitle } from '../question-title.js';
import styles from './quiz-table.module.css';

interface QuestionHeaderProps {
  column: QuizColumn;
  number: number;
  left: number;
  width: number;
  active: boolean;
}

/** A question over its column, cut short, with the whole in a tooltip. */
export function QuestionHeader({ column, number, left, width, active }: QuestionHeaderProps) {
  const place = number - 1 + FIRST_QUESTION_COLUMN;
  return (
    <Tooltip title={column.questionText} describeChild>
      <div
        role="columnheader"
        aria-colindex={ariaColumn(place)}
        data-place={`${TITLE_ROW}:${place}`}
        tabIndex={active ? 0 : -1}
        className={styles.question}
        style={{ left, width }}
      >
        {questionTitle(number, column.questionText)}
      </div>
    </Tooltip>
  );
}
