/** A curve. Points without a value are omitted. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number | null])[];
}

export interface Chart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
  /** True when x grows by factors; otherwise by steps. */
  readonly logarithmic: boolean;
}

const [WIDTH, HEIGHT] = [720, 400];
const PLOT = { left: 72, right: 544, top: 66, bottom: 340 } as const;
const Y_STEPS = 5;
/** Width of the longest label along the axis. */
const NAME_WIDTH = 40;
/** Marks, distinguished by shape as well as by colour. */
const MARKS = ['circle', 'square', 'diamond', 'triangle'] as const;
/** The colours follow the page that shows the drawing. */
const STYLE = `
  svg { --ink: #1f2933; --soft: #66727f; --grid: #dde2e7; --paper: #ffffff; --a: #0b62c4; --b: #b4540a; --c: #2b7a3d; --d: #8a3ab9; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6ebf0; --soft: #a0acb8; --grid: #37424d; --paper: #161c22; --a: #6db1ff; --b: #f2a25c; --c: #6fce85; --d: #cf9bf0; }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--soft); } .title { font-size: 16px; font-weight: 600; fill: var(--ink); }
  .name { fill: var(--ink); } .grid { stroke: var(--grid); } .curve { fill: none; stroke-width: 2; }`;

/** Returns a self-contained drawing of curves with axes, labels and marks, in light and dark. */
export function lineChart({ title, x, y, series, logarithmic }: Chart): string {
  const points = series.flatMap((each) => each.points);
  const xs = [...new Set(points.map(([at]) => at))].toSorted((a, b) => a - b);
  const scaleX = scaleOf(xs.map((at) => (logarithmic ? Math.log10(at) : at)));
  const atX = (at: number): number => PLOT.left + scaleX(logarithmic ? Math.log10(at) : at) * (PLOT.right - PLOT.left);
  const step = niceStep(Math.max(...points.map(([, value]) => value ?? 0)));
  const atY = (value: number): number => PLOT.bottom - (value / (step * Y_STEPS)) * (PLOT.bottom - PLOT.top);
  const rows = Array.from({ length: Y_STEPS + 1 }, (_, nth) => nth * step);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(title)}">`,
    `<style>${STYLE}\n</style>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="var(--paper)"/>`,
    `<text class="title" x="16" y="28">${escape(title)}</text>`,
    `<text x="16" y="46">${escape(y)}</text>`,
    ...rows.flatMap((value) => [
      `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${round(atY(value))}" y2="${round(atY(value))}"/>`,
      `<text text-anchor="end" x="${PLOT.left - 8}" y="${round(atY(value) + 4)}">${shown(value)}</text>`,
    ]),
    ...named(xs, atX).map(
      (at) => `<text text-anchor="middle" x="${round(atX(at))}" y="${PLOT.bottom + 22}">${shown(at)}</text>`,
    ),
    `<text text-anchor="middle" x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 14}">${escape(x)}</text>`,
    ...series.flatMap((each, nth) => drawSeries(each, nth, atX, atY)),
    '</svg>',
    '',
  ].join('\n');
}

/** Returns the labels that do not overlap the previous one. */
function named(xs: readonly number[], atX: (at: number) => number): number[] {
  return xs.reduce<number[]>((kept, at) => {
    const last = kept.at(-1);
    return last !== undefined && atX(at) - atX(last) < NAME_WIDTH ? kept : [...kept, at];
  }, []);
}

function drawSeries(
  { name, points }: Series,
  nth: number,
  atX: (at: number) => number,
  atY: (value: number) => number,
): string[] {
  const colour = `var(--${'abcd'[nth % 4]})`;
  const places = points.flatMap(([at, value]) =>
    value === null ? [] : [[round(atX(at)), round(atY(value))] as const],
  );
  const legend = PLOT.top + 12 + nth * 24;
  return [
    `<polyline class="curve" stroke="${colour}" points="${places.map((place) => place.join(',')).join(' ')}"/>`,
    ...places.map((place) => mark(nth, place, colour)),
    mark(nth, [PLOT.right + 20, legend - 4], colour),
    `<text class="name" x="${PLOT.right + 32}" y="${legend}">${escape(name)}</text>`,
  ];
}

function mark(nth: number, [x, y]: readonly [number, number], colour: string): string {
  const path = {
    circle: `M${x - 4},${y} a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0`,
    square: `M${x - 4},${y - 4} h8 v8 h-8 z`,
    diamond: `M${x},${y - 5} l5,5 l-5,5 l-5,-5 z`,
    triangle: `M${x},${y - 5} l5,9 h-10 z`,
  }[MARKS[nth % MARKS.length]!];
  return `<path d="${path}" fill="${colour}"/>`;
}

/** From 0 to 1; 0.5 for a single value. */
function scaleOf(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => (most === least ? 0.5 : (value - least) / (most - least));
}

/** Returns a step of 1, 2, 2.5 or 5 times a power of ten, five of which reach the maximum. */
export function niceStep(most: number): number {
  if (most <= 0) return 1;
  const least = most / Y_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
