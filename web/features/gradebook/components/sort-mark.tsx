import type { SortOrder } from '../gradebook-order.js';

/** The arrow of the sorted column. */
export function SortMark({ sorted }: { sorted: SortOrder | null }) {
  return sorted && <span aria-hidden="true">{sorted === 'asc' ? '▲' : '▼'}</span>;
}

export function ariaSort(sorted: SortOrder | null) {
  if (!sorted) return undefined;
  return sorted === 'asc' ? 'ascending' : 'descending';
}
