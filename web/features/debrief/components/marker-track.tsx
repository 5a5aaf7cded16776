import { useEffect, useRef } from 'react';
import type { DebriefAxis } from '../../../../api/contracts/debrief-axis.rule.js';
import type { DebriefMarker, MarkerKind } from '../../../../api/contracts/debrief-markers.rule.js';
import { frequentKinds } from '../marker-filter.js';
import { clearedContext, colorsOf, useCanvas } from '../use-canvas.js';
import styles from './time-bar.module.css';

const COLORS: Readonly<Record<MarkerKind, string>> = {
  started: '--ink',
  joined: '--line-strong',
  'handed-in': '--good',
  leader: '--signal',
  'help-asked': '--bad',
  'help-answered': '--note',
  offline: '--ink-soft',
  frozen: '--note',
  revealed: '--note',
  decision: '--ink',
  bookmark: '--signal-text',
  ended: '--ink',
  resumed: '--ink',
};

const HEIGHT = 34;
const FREQUENT_TOP = 22;
const HEAD = 4;
/** Room at both ends, as wide as half the thumb of the slider. */
const INSET = 8;

interface MarkerTrackProps {
  markers: readonly DebriefMarker[];
  axis: DebriefAxis;
}

/** The markers as ticks. The status below the time bar and the table say the same in words. */
export function MarkerTrack({ markers, axis }: MarkerTrackProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvas(canvas, HEIGHT);
  useEffect(() => {
    const context = clearedContext(canvas.current, size);
    if (!context) return;
    const colors = colorsOf(context.canvas, [...Object.values(COLORS), '--line-strong']);
    const placeOf = (offset: number): number => INSET + (offset / axis.length) * (size.width - 2 * INSET);
    context.fillStyle = colors['--line-strong']!;
    for (const cut of axis.cuts) for (let y = 0; y < HEIGHT; y += 6) context.fillRect(placeOf(cut), y, 1, 3);
    const frequent = frequentKinds(markers);
    const drawn = new Set<string>();
    for (const quiet of [true, false]) {
      for (const { kind, at } of markers) {
        if (frequent.has(kind) !== quiet) continue;
        const x = Math.round(placeOf(axis.offsetOf(at)));
        // Thousands of markers share some hundreds of pixels.
        const key = `${kind} ${x}`;
        if (drawn.has(key)) continue;
        drawn.add(key);
        context.fillStyle = colors[COLORS[kind]]!;
        if (quiet) {
          context.fillRect(x, FREQUENT_TOP, 1, HEIGHT - FREQUENT_TOP);
        } else {
          context.fillRect(x - 1, HEAD, 2, HEIGHT - HEAD);
          context.beginPath();
          context.arc(x, HEAD + 1, HEAD, 0, 2 * Math.PI);
          context.fill();
        }
      }
    }
  }, [markers, axis, size]);
  return <canvas ref={canvas} aria-hidden="true" className={styles.markers} />;
}
