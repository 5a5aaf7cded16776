import type { SortDirection } from '@tanstack/react-table';

/** The arrow of the sorted column. */
export function SortMark({ sorted }: { sorted: false | SortDirection }) {
  return sorted && <span aria-hidden="true">{sorted === 'asc' ? '▲' : '▼'}</span>;
}

export function ariaSort(sorted: false | SortDirection) {
  if (!sorted) return undefined;
  return sorted === 'asc' ? 'ascending' : 'descending';
}
