import { memo, useCallback, useSyncExternalStore } from 'react';
import { gradeOf } from '../../../../api/contracts/grade.rule.js';
import type { Averages } from '../averages.js';
import { ariaColumn, AVERAGE_COLUMN } from '../grid-places.js';
import styles from './gradebook-table.module.css';

/** Text of an average, updated live. */
export function AverageOf({ averages, part }: { averages: Averages; part: string }) {
  return <AverageText percent={useAverage(averages, part)} />;
}

interface AverageCellProps {
  averages: Averages;
  userId: string;
  row: number;
  active: boolean;
}

/** A student's average over the scenarios shown. */
export const AverageCell = memo(function AverageCell({ averages, userId, row, active }: AverageCellProps) {
  const percent = useAverage(averages, userId);
  return (
    <div
      role="gridcell"
      aria-colindex={ariaColumn(AVERAGE_COLUMN)}
      data-place={`${row}:${AVERAGE_COLUMN}`}
      data-grade={percent === null ? undefined : gradeOf(percent)}
      tabIndex={active ? 0 : -1}
      className={styles.average}
    >
      <AverageText percent={percent} />
    </div>
  );
});

/** Letter and percent, or '-' without any attempt. */
function AverageText({ percent }: { percent: number | null }) {
  if (percent === null) return '-';
  const text = `${percent}%`;
  return (
    <>
      <b>{gradeOf(percent)}</b>
      {text}
    </>
  );
}

function useAverage(averages: Averages, part: string): number | null {
  const subscribe = useCallback((listener: () => void) => averages.subscribe(part, listener), [averages, part]);
  return useSyncExternalStore(subscribe, () => averages.percentOf(part));
}
