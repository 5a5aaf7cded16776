import type { DebriefAxis } from '../../../api/contracts/debrief-axis.rule.js';
import type { HelpRequest } from '../../../api/contracts/debrief-help.rule.js';
import type { DebriefMarker } from '../../../api/contracts/debrief-markers.rule.js';

const BARS = 60;

const barOf = (time: number, axis: DebriefAxis): number =>
  Math.min(Math.floor((axis.offsetOf(time) / axis.length) * BARS), BARS - 1);

/** Returns how many events happened in each of 60 equal parts of the axis. */
export function countsByTime(markers: readonly Pick<DebriefMarker, 'at'>[], axis: DebriefAxis): number[] {
  const counts = Array.from({ length: BARS }, () => 0);
  for (const { at } of markers) counts[barOf(at, axis)]! += 1;
  return counts;
}

/** Returns how many help requests were open in each of 60 equal parts of the axis. */
export function openByTime(requests: readonly Pick<HelpRequest, 'askedAt' | 'endedAt'>[], axis: DebriefAxis): number[] {
  const counts = Array.from({ length: BARS }, () => 0);
  for (const { askedAt, endedAt } of requests) {
    for (let bar = barOf(askedAt, axis); bar <= barOf(endedAt, axis); bar += 1) counts[bar]! += 1;
  }
  return counts;
}
