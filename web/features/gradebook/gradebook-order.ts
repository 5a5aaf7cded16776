import { cellKey } from '../../../api/contracts/cell-key.rule.js';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import { naturalOrder } from '../../shared/names/natural-order.js';
import type { Averages } from './averages.js';
import { percentOfCell } from './cell-display.js';
import type { DoneCounts } from './done-counts.js';
import type { RosterEntry } from './roster.js';

/** Sort keys besides a scenario, whose key is its id. */
export const BY_STUDENT = 'student';
export const BY_NAME = 'name';
export const BY_AVERAGE = 'average';
export const BY_DONE = 'done';

/** Whether results never change an order, only people do. */
export const isByText = (by: string): boolean => by === BY_STUDENT || by === BY_NAME;

export type SortOrder = 'asc' | 'desc';

export interface Order {
  by: string;
  order: SortOrder;
  /** Grows when the same order is applied again. */
  turn: number;
}

type ChosenOrder = Omit<Order, 'turn'>;

/** The figures that students are sorted by, as they are at this moment. */
export interface SortFigures {
  store: RowStore<GradebookRow>;
  averages: Averages;
  done: DoneCounts;
}

export type Compare = (a: RosterEntry, b: RosterEntry) => number;

const byUsername: Compare = (a, b) => naturalOrder(a.username, b.username);
/** People without a name, such as erased accounts, come after all others. */
const byName: Compare = (a, b) =>
  Number(a.name === '') - Number(b.name === '') || naturalOrder(a.name, b.name) || byUsername(a, b);

/** The order after a column was chosen: best first, texts from A; reversed when the column is chosen again. */
export function chosenAgain(current: ChosenOrder, by: string): ChosenOrder {
  if (current.by === by) return { by, order: current.order === 'asc' ? 'desc' : 'asc' };
  return { by, order: isByText(by) ? 'asc' : 'desc' };
}

/**
 * Compares students by their figures, each read once, when it is first needed. Students without a figure come after the worst;
 * the username decides ties.
 */
export function comparison({ by, order }: Order, { store, averages, done }: SortFigures): Compare {
  const direction = order === 'asc' ? 1 : -1;
  if (by === BY_STUDENT) return (a, b) => direction * byUsername(a, b);
  if (by === BY_NAME) return (a, b) => direction * byName(a, b);
  const read = ({ userId }: RosterEntry): number => {
    if (by === BY_DONE) return done.countOf(userId);
    return (
      (by === BY_AVERAGE ? averages.percentOf(userId) : percentOfCell(store.get(cellKey(userId, by))?.value)) ?? -1
    );
  };
  const figures = new Map<RosterEntry, number>();
  const figureOf = (student: RosterEntry): number => {
    const known = figures.get(student);
    if (known !== undefined) return known;
    const figure = read(student);
    figures.set(student, figure);
    return figure;
  };
  return (a, b) => direction * (figureOf(a) - figureOf(b)) || byUsername(a, b);
}

/** Whether sorting the students would change nothing. */
export const isInOrder = (students: readonly RosterEntry[], compare: Compare): boolean =>
  students.every((student, index) => index === 0 || compare(students[index - 1]!, student) <= 0);

/**
 * Keeps rows where they are while their figures change. `sortedBy` identifies a sort: with equal elements students keep their
 * places, and those who joined since follow at the end.
 */
export function createRowOrder() {
  let lastSort: readonly unknown[] = [];
  let places = new Map<string, number>();
  return (students: readonly RosterEntry[], sortedBy: readonly unknown[], compare: Compare): RosterEntry[] => {
    if (sortedBy.some((part, index) => part !== lastSort[index])) places = new Map();
    lastSort = sortedBy;
    const newcomers = students.filter(({ userId }) => !places.has(userId)).toSorted(compare);
    for (const { userId } of newcomers) places.set(userId, places.size);
    return students.toSorted((a, b) => places.get(a.userId)! - places.get(b.userId)!);
  };
}
