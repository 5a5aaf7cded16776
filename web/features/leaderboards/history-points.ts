import type { LeaderboardLine } from '../../../api/contracts/leaderboard.contract.js';

/** One moment of the chart: the score of each line then, by the line's number. */
export type HistoryPoint = { at: number } & Record<`line${number}`, number>;

/** The lines as one table over time: each starts at nothing when the first points were made, and goes on to the newest. */
export function historyPoints(lines: readonly LeaderboardLine[]): HistoryPoint[] {
  const steps = lines
    .flatMap(({ points }, line) => points.map(({ at, score }) => ({ at: Date.parse(at), line, score })))
    .toSorted((a, b) => a.at - b.at);
  const scores: Record<`line${number}`, number> = Object.fromEntries(lines.map((_, line) => [`line${line}`, 0]));
  const table = new Map<number, HistoryPoint>();
  if (steps[0]) table.set(steps[0].at - 1, { at: steps[0].at - 1, ...scores });
  for (const { at, line, score } of steps) {
    scores[`line${line}`] = score;
    table.set(at, { at, ...scores });
  }
  return [...table.values()];
}

/** Lines differ by dashes too, for people who cannot tell their colours apart. */
const DASHES = ['', '8 4', '2 4', '10 3 2 3', '4 4', '1 3'];

interface LineStyle {
  stroke: string;
  strokeWidth: number;
  strokeDasharray: string;
}

/** How the chart and its legend draw a line; that of the viewer is thicker. `line` counts from 0. */
export const lineStyle = (line: number, isOwn: boolean): LineStyle => ({
  stroke: isOwn ? 'var(--chart-own)' : `var(--chart-line-${line % DASHES.length})`,
  strokeWidth: isOwn ? 4 : 2,
  strokeDasharray: DASHES[line % DASHES.length]!,
});
