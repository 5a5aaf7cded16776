import { cellKey } from '../../../api/contracts/cell-key.rule.js';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import type { Averages } from './averages.js';
import { percentOfCell } from './cell-display.js';
import type { RosterEntry } from './roster.js';

/** What rows are sorted by besides a scenario, which goes by its id. */
export const BY_STUDENT = 'student';
export const BY_AVERAGE = 'average';

export type SortOrder = 'asc' | 'desc';

export interface Order {
  by: string;
  order: SortOrder;
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byName = (a: RosterEntry, b: RosterEntry): number => names.compare(a.username, b.username);

/** The order after a column was chosen: the best first, names from A; the other way round when it is chosen again. */
export function chosenAgain(current: Order, by: string): Order {
  if (current.by === by) return { by, order: current.order === 'asc' ? 'desc' : 'asc' };
  return { by, order: by === BY_STUDENT ? 'asc' : 'desc' };
}

/**
 * The students in an order, by what the store holds at this moment, so that rows do not jump with every change. Who has no
 * attempt comes after the worst; among equals the name decides.
 */
export function ordered(
  students: readonly RosterEntry[],
  { by, order }: Order,
  { store, averages }: { store: RowStore<GradebookRow>; averages: Averages },
): RosterEntry[] {
  const direction = order === 'asc' ? 1 : -1;
  if (by === BY_STUDENT) return students.toSorted((a, b) => direction * byName(a, b));
  const percents = new Map(
    students.map(({ userId }) => [
      userId,
      (by === BY_AVERAGE ? averages.percentOf(userId) : percentOfCell(store.get(cellKey(userId, by))?.value)) ?? -1,
    ]),
  );
  const percentOf = ({ userId }: RosterEntry): number => percents.get(userId) ?? -1;
  return students.toSorted((a, b) => direction * (percentOf(a) - percentOf(b)) || byName(a, b));
}
