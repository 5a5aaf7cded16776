/** Lines differ by dashes too, for people who cannot tell their colours apart. */
const DASHES = ['', '8 4', '2 4', '10 3 2 3', '4 4', '1 3'];

export interface LineStyle {
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
