import type { Lane } from '../../../api/contracts/debrief-lanes.rule.js';
import { naturalOrder } from '../../shared/names/natural-order.js';

export const LANE_SORTS = ['name', 'result', 'needed'] as const;
export type LaneSort = (typeof LANE_SORTS)[number];

/** Sorts lanes: by name, best result first, or shortest time first. Students without a result are last; names break ties. */
export function sortedLanes(lanes: readonly Lane[], sort: LaneSort, nameOf: (person: number) => string): Lane[] {
  const names = new Map(lanes.map(({ person }) => [person, nameOf(person)]));
  const figure = ({ percent, needed }: Lane): number => {
    if (sort === 'result') return percent === null ? 1 : -percent;
    return sort === 'needed' ? (needed ?? Infinity) : 0;
  };
  return lanes.toSorted((a, b) => {
    const [first, second] = [figure(a), figure(b)];
    return first === second ? naturalOrder(names.get(a.person)!, names.get(b.person)!) : first - second;
  });
}
