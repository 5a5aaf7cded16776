import { cellKey } from '../../../api/contracts/cell-key.rule.js';
import type { GradebookRow } from '../../../api/contracts/gradebook.contract.js';
import type { RowStore } from '../../shared/live-client/row-store.js';
import { naturalOrder } from '../../shared/names/natural-order.js';
import type { Averages } from './averages.js';
import { percentOfCell } from './cell-display.js';
import type { DoneCounts } from './done-counts.js';
import type { RosterEntry } from './roster.js';

/** Sort keys besides scenarios; the key of a scenario is its id. */
export const BY_STUDENT = 'student';
export const BY_NAME = 'name';
export const BY_AVERAGE = 'average';
export const BY_DONE = 'done';

/** Returns whether an order depends only on names of students and never on results. */
export const isByText = (by: string): boolean => by === BY_STUDENT || by === BY_NAME;

export type SortOrder = 'asc' | 'desc';

export interface Order {
  by: string;
  order: SortOrder;
  /** Increases when the same order is applied again. */
  turn: number;
}

type ChosenOrder = Omit<Order, 'turn'>;

/** The current figures that students are sorted by. */
export interface SortFigures {
  store: RowStore<GradebookRow>;
  averages: Averages;
  done: DoneCounts;
}

export type Compare = (a: RosterEntry, b: RosterEntry) => number;

const byUsername: Compare = (a, b) => naturalOrder(a.username, b.username);
/** Students without a name, such as erased accounts, are sorted last. */
const byName: Compare = (a, b) =>
  Number(a.name === '') - Number(b.name === '') || naturalOrder(a.name, b.name) || byUsername(a, b);

/** Returns the order after a click on a column: best first, or A to Z for texts. A second click reverses it. */
export function orderAfterClick(current: ChosenOrder, by: string): ChosenOrder {
  if (current.by === by) return { by, order: current.order === 'asc' ? 'desc' : 'asc' };
  return { by, order: isByText(by) ? 'asc' : 'desc' };
}

/**
 * Compares students by their figures. Each figure is read once, at its first use. Students without a figure are below the worst, and the
 * username breaks ties.
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

/** Returns whether the students are already in order. */
export const isInOrder = (students: readonly RosterEntry[], compare: Compare): boolean =>
  students.every((student, index) => index === 0 || compare(students[index - 1]!, student) <= 0);

/**
 * Keeps the order of the rows while their figures change. `sortedBy` identifies a sort: with equal elements, students keep their positions
 * and new students are added at the end.
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
