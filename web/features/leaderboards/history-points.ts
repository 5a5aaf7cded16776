import type { LeaderboardLine } from '../../../api/contracts/leaderboard.contract.js';

/** One point in time of the chart: the score of each line, by line number. */
export type HistoryPoint = { at: number } & Record<`line${number}`, number>;

/** Merges the lines into one table over time. Each line starts at zero when the first points were scored, and extends to the newest. */
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

/** Lines also differ by dashes, for people who cannot distinguish their colours. */
const DASHES = ['', '8 4', '2 4', '10 3 2 3', '4 4', '1 3'];

interface LineStyle {
  stroke: string;
  strokeWidth: number;
  strokeDasharray: string;
}

/** Returns the style of a line in the chart and its legend; the viewer's line is thicker. `line` is zero-based. */
export const lineStyle = (line: number, isOwn: boolean): LineStyle => ({
  stroke: isOwn ? 'var(--chart-own)' : `var(--chart-line-${line % DASHES.length})`,
  strokeWidth: isOwn ? 4 : 2,
  strokeDasharray: DASHES[line % DASHES.length]!,
});
