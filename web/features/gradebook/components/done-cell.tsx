import { memo, useCallback, useSyncExternalStore } from 'react';
import { OVERALL } from '../cell-sums.js';
import type { DoneCounts } from '../done-counts.js';
import { ariaColumn, DONE_COLUMN } from '../grid-places.js';
import styles from './gradebook-table.module.css';

interface DoneCellProps {
  done: DoneCounts;
  userId: string;
  row: number;
  active: boolean;
}

/** Number of finished scenarios of a student, among all scenarios that the student is not excused from. */
export const DoneCell = memo(function DoneCell({ done, userId, row, active }: DoneCellProps) {
  const subscribe = useCallback((listener: () => void) => done.subscribe(userId, listener), [done, userId]);
  const text = useSyncExternalStore(subscribe, () => `${done.countOf(userId)}/${done.scenariosOf(userId)}`);
  return (
    <div
      role="gridcell"
      aria-colindex={ariaColumn(DONE_COLUMN)}
      data-place={`${row}:${DONE_COLUMN}`}
      tabIndex={active ? 0 : -1}
      className={styles.done}
    >
      {text}
    </div>
  );
});

/** Finished share of all cells of the shown students. */
export function DoneOfAll({ done }: { done: DoneCounts }) {
  const subscribe = useCallback((listener: () => void) => done.subscribe(OVERALL, listener), [done]);
  const percent = useSyncExternalStore(subscribe, done.percentOfAll);
  return percent === null ? '-' : `${percent}%`;
}
