import type { DebriefAxis } from '../../../api/contracts/debrief-axis.rule.js';
import { type Lane, type LaneItem, percentOfAttempt } from '../../../api/contracts/debrief-lanes.rule.js';
import { type Grade, gradeOf } from '../../../api/contracts/grade.rule.js';
import type { Recording } from '../../../api/contracts/recording.contract.js';
import { ATTEMPT_FLAGS } from '../../../api/contracts/recording.rule.js';
import type { CanvasSize } from './use-canvas.js';
import type { Zoom } from './zoom.js';

export const LANE_HEIGHT = 30;
const BLOCK_TOP = 5;
const BLOCK_HEIGHT = 18;
const HELP_HEIGHT = 4;
/** Narrower blocks have no letter. */
const LETTER_WIDTH = 14;
const HATCH = 6;

const BANDS: Readonly<Record<Grade, string>> = {
  'A+': '--band-top',
  A: '--band-a',
  B: '--band-b',
  C: '--band-c',
  D: '--band-d',
  F: '--band-f',
};

/** Names of the colours that the lanes need. */
export const LANE_COLORS = [
  ...Object.values(BANDS),
  '--line',
  '--line-strong',
  '--ink',
  '--ink-soft',
  '--bad',
  '--note-wash',
  '--panel',
];

interface Painted {
  readonly recording: Recording;
  readonly lanes: readonly Lane[];
  readonly axis: DebriefAxis;
  readonly zoom: Zoom;
  readonly size: CanvasSize;
  /** Scrolled distance in CSS pixels. */
  readonly top: number;
  readonly colors: Readonly<Record<string, string>>;
  /** Index of the chosen lane, and its chosen item. */
  readonly chosen: { readonly lane: number; readonly item: LaneItem | undefined } | null;
}

/** Paints the lanes that are in view on a cleared canvas. */
export function paintLanes(context: CanvasRenderingContext2D, painted: Painted): void {
  const { lanes, size, top, colors, chosen } = painted;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = '600 11px system-ui, sans-serif';
  const first = Math.max(0, Math.floor(top / LANE_HEIGHT));
  const last = Math.min(lanes.length, Math.ceil((top + size.height) / LANE_HEIGHT));
  for (let row = first; row < last; row += 1) {
    const y = row * LANE_HEIGHT - top;
    if (chosen?.lane === row) {
      context.fillStyle = colors['--note-wash']!;
      context.fillRect(0, y, size.width, LANE_HEIGHT);
    }
    context.fillStyle = colors['--line']!;
    context.fillRect(0, y + LANE_HEIGHT - 1, size.width, 1);
    const { items } = lanes[row]!;
    for (const item of items) if (item.kind !== 'attempt') paintItem(context, painted, item, y);
    for (const item of items) if (item.kind === 'attempt') paintItem(context, painted, item, y);
  }
}

/** Returns the place of a time in CSS pixels. */
const placeOf = (time: number, { axis, zoom, size }: Pick<Painted, 'axis' | 'zoom' | 'size'>): number =>
  ((axis.offsetOf(time) - zoom.from) / zoom.span) * size.width;

function paintItem(context: CanvasRenderingContext2D, painted: Painted, item: LaneItem, y: number): void {
  const { colors, size, chosen } = painted;
  const from = placeOf(item.from, painted);
  const to = placeOf(item.to, painted);
  if (to < 0 || from > size.width) return;
  const [left, width] = [Math.max(from, -2), Math.max(Math.min(to, size.width + 2) - Math.max(from, -2), 1)];
  if (item.kind === 'attempt') paintAttempt(context, painted, item, { left, width, end: to, y });
  else if (item.kind === 'help') {
    context.fillStyle = colors['--bad']!;
    context.fillRect(left, y + LANE_HEIGHT - HELP_HEIGHT - 2, width, HELP_HEIGHT);
  } else if (item.kind === 'scenario') {
    context.fillStyle = colors['--line']!;
    context.fillRect(left, y + BLOCK_TOP + 6, width, BLOCK_HEIGHT - 12);
  } else {
    hatch(context, {
      left,
      width,
      y,
      color: colors[item.kind === 'idle' ? '--line-strong' : '--ink-soft']!,
      rises: item.kind === 'idle',
    });
  }
  if (chosen?.item !== item) return;
  context.strokeStyle = colors['--ink']!;
  context.lineWidth = 2;
  context.strokeRect(left, y + 2, Math.max(width, 3), LANE_HEIGHT - 5);
}

interface Block {
  readonly left: number;
  readonly width: number;
  readonly end: number;
  readonly y: number;
}

function paintAttempt(
  context: CanvasRenderingContext2D,
  { recording, colors }: Painted,
  { index }: LaneItem,
  { left, width, end, y }: Block,
): void {
  const attempt = recording.attempts[index]!;
  const percent = percentOfAttempt(attempt);
  const grade = percent === null ? null : gradeOf(percent);
  context.fillStyle = grade === null ? colors['--panel']! : colors[BANDS[grade]]!;
  context.fillRect(left, y + BLOCK_TOP, width, BLOCK_HEIGHT);
  context.lineWidth = 1;
  context.strokeStyle = colors['--line-strong']!;
  // A result that arrived too late to count.
  if ((attempt[12] & ATTEMPT_FLAGS.late) !== 0) context.setLineDash([3, 2]);
  if (width > 3) context.strokeRect(left + 0.5, y + BLOCK_TOP + 0.5, width - 1, BLOCK_HEIGHT - 1);
  context.setLineDash([]);
  context.fillStyle = colors['--ink']!;
  context.fillRect(Math.round(end) - 1, y + 2, 1, LANE_HEIGHT - 6);
  if (grade !== null && width >= LETTER_WIDTH)
    context.fillText(grade, left + width / 2, y + BLOCK_TOP + BLOCK_HEIGHT / 2);
}

interface Hatch {
  readonly left: number;
  readonly width: number;
  readonly y: number;
  readonly color: string;
  readonly rises: boolean;
}

/** Draws diagonal lines: rising for idle, falling for offline. */
function hatch(context: CanvasRenderingContext2D, { left, width, y, color, rises }: Hatch): void {
  const [top, bottom] = [y + BLOCK_TOP + 3, y + BLOCK_TOP + BLOCK_HEIGHT - 3];
  const height = bottom - top;
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  const start = Math.floor((left - height) / HATCH) * HATCH;
  for (let x = start; x < left + width; x += HATCH) {
    context.moveTo(x, rises ? bottom : top);
    context.lineTo(x + height, rises ? top : bottom);
  }
  context.stroke();
  context.restore();
}
