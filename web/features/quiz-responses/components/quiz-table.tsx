import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { GridPlace } from '../../../shared/grid/grid-travel.js';
import { placeOf, useGridFocus } from '../../../shared/grid/use-grid-focus.js';
import type { OpenQuiz } from '../open-quiz.js';
import type { QuizStudentEntry, QuizView } from '../quiz-view.js';
import { HEAD_HEIGHT, useQuizGeometry } from '../use-quiz-geometry.js';
import { QuestionHeader } from './question-header.js';
import { QuizRow } from './quiz-row.js';
import styles from './quiz-table.module.css';

interface QuizTableProps {
  open: OpenQuiz;
  view: QuizView;
  /** A row was clicked, or entered. */
  onStudent?: ((student: QuizStudentEntry) => void) | undefined;
}

/** Students by questions: rows and columns are virtual, header and names stay in sight, each cell follows the store by itself. */
export function QuizTable({ open, view, onStudent }: QuizTableProps) {
  const { students, columns } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 });
  const geometry = useQuizGeometry({ scroller, rows: students.length, columns: columns.length, active });
  const focus = useGridFocus({
    scroller,
    active,
    setActive,
    bounds: () => ({ rows: students.length + 1, columns: columns.length + 1, page: geometry.pageRows() }),
    scrollTo: geometry.scrollTo,
  });

  function enter(row: number): void {
    const student = students[row - 1];
    if (student) onStudent?.(student);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== ' ') return focus.onKeyDown(event);
    event.preventDefault();
    enter(active.row);
  }
  function onClick({ target }: MouseEvent): void {
    const place = placeOf(target);
    if (place) enter(place.row);
  }

  const activeColumnOf = (row: number) => (active.row === row ? active.column : null);
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={`Quiz Responses: ${open.scenario.scenarioTitle}`}
      aria-rowcount={students.length + 1}
      aria-colcount={columns.length + 1}
      aria-readonly
      className={onStudent ? `${styles.grid} ${styles.opens}` : styles.grid}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={focus.onFocus}
    >
      <div role="presentation" className={styles.sheet} style={geometry.sheet}>
        <div role="rowgroup" className={styles.head} style={{ height: HEAD_HEIGHT }}>
          <div role="row" aria-rowindex={1} className={styles.titles}>
            <div
              role="columnheader"
              aria-colindex={1}
              data-place="0:0"
              tabIndex={activeColumnOf(0) === 0 ? 0 : -1}
              className={styles.nameHeader}
            >
              User Name
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
                    active={activeColumnOf(0) === index + 1}
                  />
                )
              );
            })}
          </div>
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
                  row={index + 1}
                  top={start}
                  drawn={geometry.columns}
                  activeColumn={activeColumnOf(index + 1)}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}
