import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Lane } from '../../../../api/contracts/debrief-lanes.rule.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { LANE_COLORS, LANE_HEIGHT, paintLanes } from '../paint-lanes.js';
import { clearedContext, colorsOf, useCanvas } from '../use-canvas.js';
import type { LaneChoice } from '../use-lane-choice.js';
import { useLanePointer } from '../use-lane-pointer.js';
import type { LaneZoom } from '../use-lane-zoom.js';
import { useZoomGestures } from '../use-zoom-gestures.js';
import type { DebriefViewProps } from './debrief-page.js';
import styles from './lanes.module.css';

interface LaneChartProps extends DebriefViewProps {
  lanes: readonly Lane[];
  zoom: LaneZoom;
  choice: LaneChoice;
  scroller: RefObject<HTMLDivElement | null>;
  /** Receives the scrolled share of the distance, from 0 to 1. */
  onScrolled?: (share: number) => void;
  helpId: string;
  /** The chosen event in words. */
  valueText: string;
}

/** Pixels around the pointer in which an item is found. */
const REACH_PX = 3;

/**
 * The lanes as one canvas over the visible rows. It is painted after scrolling, zooming and changes of the recording. A playback only moves
 * the line of the moment and the veil over what has not happened yet.
 */
export function LaneChart(props: LaneChartProps) {
  const { open, playhead, lanes, zoom, choice, scroller, onScrolled, helpId, valueText } = props;
  const { axis, words, recording } = open;
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvas(canvas);
  const [top, setTop] = useState(0);
  const { chosen } = choice;
  const { shown } = zoom;
  useZoomGestures(canvas, zoom);

  useEffect(() => {
    const context = clearedContext(canvas.current, size);
    if (!context) return;
    const colors = colorsOf(context.canvas, LANE_COLORS);
    paintLanes(context, { recording, lanes, axis, zoom: shown, size, top, colors, chosen });
  }, [recording, lanes, axis, shown, size, top, chosen]);

  useLanePointer(canvas, {
    point: (x, y) => choice.point(laneAt(y), timeAt(x), (REACH_PX / size.width) * shown.span),
    leave: choice.leave,
    click: (x) => choice.goTo(timeAt(x)),
  });
  const laneAt = (y: number): number => Math.floor((y + top) / LANE_HEIGHT);
  const timeAt = (x: number): number => axis.timeAt(shown.from + (x / size.width) * shown.span);
  const first = Math.floor(top / LANE_HEIGHT);
  const visible = lanes.slice(first, first + Math.ceil(size.height / LANE_HEIGHT) + 1);
  return (
    <div
      ref={scroller}
      // One control for screen readers: its value is the chosen event.
      role="slider"
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={lanes.length}
      aria-valuenow={(chosen?.lane ?? 0) + 1}
      aria-valuetext={valueText}
      aria-label={messages.lanes.label}
      aria-describedby={helpId}
      tabIndex={0}
      className={styles.scroller}
      // React's CSSProperties type has no custom properties
      style={{ ['--rows' as string]: `${lanes.length * LANE_HEIGHT}px` }}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        setTop(scrollTop);
        onScrolled?.(scrollTop / Math.max(1, scrollHeight - clientHeight));
      }}
      onKeyDown={choice.onKeyDown}
    >
      <div className={styles.sheet} style={{ height: lanes.length * LANE_HEIGHT }}>
        <div className={styles.window}>
          <ol className={styles.names} style={{ transform: `translateY(${first * LANE_HEIGHT - top}px)` }}>
            {visible.map(({ person }, place) => (
              <li key={person} data-chosen={chosen?.lane === first + place || undefined}>
                {words.personOf(person)}
              </li>
            ))}
          </ol>
          <div className={styles.time}>
            <canvas ref={canvas} aria-hidden="true" className={styles.canvas} />
            <MomentLine playhead={playhead} zoom={zoom} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** The line of the shown moment, and the veil over the time after it. Moved directly, at the pace of the frames. */
function MomentLine({ playhead, zoom: { shown } }: Pick<LaneChartProps, 'playhead' | 'zoom'>) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = (): void => {
      const share = (playhead.get().offset - shown.from) / shown.span;
      line.current?.style.setProperty('--place', `${Math.min(Math.max(share, -0.01), 1) * 100}%`);
    };
    move();
    return playhead.subscribe(move);
  }, [playhead, shown]);
  return <div ref={line} aria-hidden="true" className={styles.line} />;
}
