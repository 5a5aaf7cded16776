import type { VirtualItem } from '@tanstack/react-virtual';
import { memo } from 'react';
import { cellKey } from '../../../../api/contracts/cell-key.rule.js';
import { PersonName } from '../../../shared/names/person-name.js';
import { StudentMark } from '../../../shared/ui/student-mark.js';
import {
  ariaColumn,
  ariaRow,
  AVERAGE_COLUMN,
  DONE_COLUMN,
  FIRST_SCENARIO_COLUMN,
  NAME_COLUMN,
} from '../grid-places.js';
import type { RosterEntry } from '../roster.js';
import type { GradebookView } from '../use-gradebook-view.js';
import { gradebookMessages as messages } from '../gradebook.messages.js';
import { AverageCell } from './average-cell.js';
import { DoneCell } from './done-cell.js';
import { GradeCell } from './grade-cell.js';
import styles from './gradebook-table.module.css';

interface GradebookRowProps {
  view: GradebookView;
  student: RosterEntry;
  row: number;
  top: number;
  columns: readonly VirtualItem[];
  /** The column of the grid's tab stop; null when another row has it. */
  activeColumn: number | null;
  /** Row keys of the selected cells. */
  selected: ReadonlySet<string>;
}

/** Row of one student: sticky name, average and finished scenarios, and the visible cells. */
export const GradebookRow = memo(function GradebookRow(props: GradebookRowProps) {
  const { view, student, row, top, columns, activeColumn, selected } = props;
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
        {!student.enabled && <span className={styles.disabled}>{messages.disabled}</span>}
        <StudentMark userId={student.userId} />
      </div>
      <AverageCell
        averages={view.averages}
        userId={student.userId}
        row={row}
        active={activeColumn === AVERAGE_COLUMN}
      />
      <DoneCell done={view.done} userId={student.userId} row={row} active={activeColumn === DONE_COLUMN} />
      {columns.map(({ index, start, size }) => {
        const scenario = view.scenarios[index];
        const column = index + FIRST_SCENARIO_COLUMN;
        return (
          scenario && (
            <GradeCell
              key={scenario.scenarioId}
              store={view.open.store}
              userId={student.userId}
              scenario={scenario}
              row={row}
              column={column}
              left={start}
              width={size}
              active={activeColumn === column}
              selected={selected.has(cellKey(student.userId, scenario.scenarioId))}
            />
          )
        );
      })}
    </div>
  );
});
