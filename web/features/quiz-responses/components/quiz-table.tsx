import Tooltip from '@mui/material/Tooltip';
import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { positionOf, useGridFocus } from '../../../shared/grid/use-grid-focus.js';
import { FIRST_CELL, useTabStop } from '../../../shared/grid/use-tab-stop.js';
import type { OpenQuiz } from '../open-quiz.js';
import {
  ariaColumn,
  ariaRow,
  FIRST_QUESTION_COLUMN,
  FIRST_STUDENT_ROW,
  NAME_COLUMN,
  POINTS_COLUMN,
  TITLE_ROW,
  TOTALS_ROW,
} from '../quiz-places.js';
import type { QuizColumn } from '../../../../api/contracts/quiz-columns.rule.js';
import type { QuizStudentEntry } from '../quiz-view.js';
import { HEAD_HEIGHT, useQuizGeometry } from '../use-quiz-geometry.js';
import { quizResponsesMessages as messages } from '../quiz-responses.messages.js';
import { questionTitle } from '../question-title.js';
import { QuizRow } from './quiz-row.js';
import { TotalsRow } from './totals-row.js';
import styles from './quiz-table.module.css';

interface QuizTableProps {
  open: OpenQuiz;
  columns: readonly QuizColumn[];
  /** The students to show, in order. */
  students: readonly QuizStudentEntry[];
  /** Called after a click or Enter on a row. */
  onStudent?: ((student: QuizStudentEntry) => void) | undefined;
}

/** Table of students by questions. Rows and columns are virtual, and each cell subscribes to the store. */
export function QuizTable({ open, columns, students, onStudent }: QuizTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowKeys = [TITLE_ROW, TOTALS_ROW, ...students.map(({ userId }) => userId)];
  const columnKeys = [NAME_COLUMN, POINTS_COLUMN, ...columns.map(({ key }) => key)];
  const { active, setActive } = useTabStop(FIRST_CELL, rowKeys, columnKeys);
  const rows = rowKeys.length;
  const geometry = useQuizGeometry({ scroller, rows: students.length, columns: columns.length, active });
  const focus = useGridFocus({
    scroller,
    active,
    setActive,
    bounds: () => ({ rows, columns: columnKeys.length, page: geometry.pageRows() }),
    scrollTo: geometry.scrollTo,
  });

  function enter(row: number): void {
    const student = students[row - FIRST_STUDENT_ROW];
    if (student) onStudent?.(student);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== ' ') return focus.onKeyDown(event);
    event.preventDefault();
    enter(active.row);
  }
  function onClick({ target }: MouseEvent): void {
    const position = positionOf(target);
    if (position) enter(position.row);
  }

  const activeColumnOf = (row: number) => (active.row === row ? active.column : null);
  const stop = (column: number) => ({
    'aria-colindex': ariaColumn(column),
    'data-place': `${TITLE_ROW}:${column}`,
    tabIndex: activeColumnOf(TITLE_ROW) === column ? 0 : -1,
  });
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={messages.titleOf(open.scenario.scenarioTitle)}
      aria-rowcount={rows}
      aria-colcount={columnKeys.length}
      aria-readonly
      className={onStudent ? `${styles.grid} ${styles.opens}` : styles.grid}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={focus.onFocus}
    >
      <div role="presentation" className={styles.sheet} style={geometry.sheet}>
        <div role="rowgroup" className={styles.head} style={{ height: HEAD_HEIGHT }}>
          <div role="row" aria-rowindex={ariaRow(TITLE_ROW)} className={styles.titles}>
            <div role="columnheader" className={styles.nameHeader} {...stop(NAME_COLUMN)}>
              {messages.userName}
            </div>
            <div role="columnheader" className={styles.pointsHeader} {...stop(POINTS_COLUMN)}>
              {messages.points}
            </div>
            {geometry.columns.map(({ index, start, size }) => {
              const column = columns[index];
              return (
                column && (
                  <QuestionHeader
                    key={column.key}
                    column={column}
                    number={index + 1}
                    left={start}
                    width={size}
                    active={activeColumnOf(TITLE_ROW) === index + FIRST_QUESTION_COLUMN}
                  />
                )
              );
            })}
          </div>
          <TotalsRow open={open} drawn={geometry.columns} activeColumn={activeColumnOf(TOTALS_ROW)} />
        </div>
        <div role="rowgroup">
          {geometry.rows.map(({ index, start }) => {
            const student = students[index];
            return (
              student && (
                <QuizRow
                  key={student.userId}
                  store={open.store}
                  student={student}
                  questions={columns}
                  row={index + FIRST_STUDENT_ROW}
                  top={start}
                  drawn={geometry.columns}
                  activeColumn={activeColumnOf(index + FIRST_STUDENT_ROW)}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface QuestionHeaderProps {
  column: QuizColumn;
  number: number;
  left: number;
  width: number;
  active: boolean;
}

/** Column title of a question, cut short, with the full text in a tooltip. */
function QuestionHeader({ column, number, left, width, active }: QuestionHeaderProps) {
  const position = number - 1 + FIRST_QUESTION_COLUMN;
  return (
    <Tooltip title={column.questionText} describeChild>
      <div
        role="columnheader"
        aria-colindex={ariaColumn(position)}
        data-place={`${TITLE_ROW}:${position}`}
        tabIndex={active ? 0 : -1}
        className={styles.question}
        style={{ left, width }}
      >
        {questionTitle(number, column.questionText)}
      </div>
    </Tooltip>
  );
}
