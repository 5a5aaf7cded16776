import { useCallback, useSyncExternalStore } from 'react';
import { gradeOf } from '../../../../api/contracts/grade.rule.js';
import type { Averages } from '../averages.js';
import styles from './gradebook-table.module.css';

/** An average, kept current by itself: letter and percent, '-' while there is nothing to average. */
export function AverageText({ averages, part }: { averages: Averages; part: string }) {
  const percent = useAverage(averages, part);
  if (percent === null) return '-';
  return (
    <>
      <b>{gradeOf(percent)}</b>
      {`${percent}%`}
    </>
  );
}

interface AverageCellProps {
  averages: Averages;
  userId: string;
  place: string;
  active: boolean;
}

/** A student's average of the scenarios shown. */
export function AverageCell({ averages, userId, place, active }: AverageCellProps) {
  const percent = useAverage(averages, userId);
  return (
    <div
      role="gridcell"
      aria-colindex={2}
      data-place={place}
      data-grade={percent === null ? undefined : gradeOf(percent)}
      tabIndex={active ? 0 : -1}
      className={styles.average}
    >
      <AverageText averages={averages} part={userId} />
    </div>
  );
}

function useAverage(averages: Averages, part: string): number | null {
  const subscribe = useCallback((listener: () => void) => averages.subscribe(part, listener), [averages, part]);
  return useSyncExternalStore(subscribe, () => averages.percentOf(part));
}
