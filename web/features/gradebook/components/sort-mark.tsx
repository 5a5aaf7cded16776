import type { ReactNode } from 'react';
import type { SortOrder } from '../gradebook-order.js';
import styles from './gradebook-table.module.css';

const UNSORTED = '↕';

/** The arrow of the sorted column. */
export function SortMark({ sorted }: { sorted: SortOrder | null }) {
  return sorted && <span aria-hidden="true">{sorted === 'asc' ? '▲' : '▼'}</span>;
}

interface SortButtonProps {
  /** Accessible name, for screen readers. */
  label: string;
  sorted: SortOrder | null;
  children?: ReactNode;
}

/** Button for the second sort of a title, for pointers. With the keyboard, Space on the title does the same. */
export function SortButton({ label, sorted, children }: SortButtonProps) {
  return (
    <button type="button" tabIndex={-1} data-sort className={styles.sort} aria-label={label}>
      {children} {sorted ? <SortMark sorted={sorted} /> : <span aria-hidden="true">{UNSORTED}</span>}
    </button>
  );
}

export function ariaSort(sorted: SortOrder | null) {
  if (!sorted) return undefined;
  return sorted === 'asc' ? 'ascending' : 'descending';
}
