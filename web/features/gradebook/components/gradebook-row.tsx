import type { VirtualItem } from '@tanstack/react-virtual';
import { memo } from 'react';
import type { OpenGradebook } from '../open-gradebook.js';
import type { RosterEntry } from '../roster.js';
import { GradeCell } from './grade-cell.js';
import styles from './gradebook-table.module.css';

interface GradebookRowProps {
  open: OpenGradebook;
  student: RosterEntry;
  /** Place in the grid, row 0 being the header. */
  row: number;
  top: number;
  columns: readonly VirtualItem[];
  /** The column that holds the grid's tab stop, null when it lies in another row. */
  activeColumn: number | null;
}

/** One student: the name, which stays in sight, and the cells of the columns in sight. */
export const GradebookRow = memo(function GradebookRow(props: GradebookRowProps) {
  const { open, student, row, top, columns, activeColumn } = props;
  return (
    // two header rows come first
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ transform: `translateY(${top}px)` }}>
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
        {!student.enabled && <span className={styles.disabled}>Disabled</span>}
      </div>
      {columns.map(({ index, start, size }) => {
        const scenario = open.scenarios[index];
        return (
          scenario && (
            <GradeCell
              key={scenario.scenarioId}
              store={open.store}
              userId={student.userId}
              scenario={scenario}
              row={row}
              column={index + 1}
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
