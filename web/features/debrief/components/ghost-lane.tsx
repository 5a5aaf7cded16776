import { useEffect, useRef } from 'react';
import { type DebriefState, NONE } from '../../../../api/contracts/debrief-state.rule.js';
import { debriefMessages as messages } from '../debrief.messages.js';
import { clearedContext, colorsOf, useCanvas } from '../use-canvas.js';
import { type Ghost, ghostAt } from '../use-ghost.js';
import { usePlayhead } from '../use-playhead.js';
import type { Zoom } from '../zoom.js';
import type { DebriefViewProps } from './debrief-page.js';
import styles from './lanes.module.css';

const HEIGHT = 26;
const EVERY_MS = 500;

interface GhostLaneProps extends DebriefViewProps {
  ghost: Ghost;
  zoom: Zoom;
}

/** The results of another class as ticks at the same times after the start, and their number in words. */
export function GhostLane({ open, playhead, ghost, zoom }: GhostLaneProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useCanvas(canvas, HEIGHT);
  const { offset } = usePlayhead(playhead, EVERY_MS);
  useEffect(() => {
    const context = clearedContext(canvas.current, size);
    if (!context) return;
    context.fillStyle = colorsOf(context.canvas, ['--ink-soft'])['--ink-soft']!;
    // Results that share a pixel make it darker.
    context.globalAlpha = 0.4;
    for (const { 5: completedAt } of ghost.debrief.recording.attempts) {
      const place = ((ghost.axis.offsetOf(completedAt) - zoom.from) / zoom.span) * size.width;
      if (place >= 0 && place <= size.width) context.fillRect(Math.round(place), 4, 1, HEIGHT - 8);
    }
    context.globalAlpha = 1;
  }, [ghost, zoom, size]);
  const own = open.debrief.at(open.debrief.positionAt(open.axis.timeAt(offset)));
  return (
    <>
      <div className={styles.ghost}>
        <p title={messages.ghost.lane(ghost.name)}>{messages.ghost.lane(ghost.name)}</p>
        <canvas ref={canvas} aria-hidden="true" />
      </div>
      <p>{messages.ghost.progress(ghost.name, countResults(ghostAt(ghost, offset)), countResults(own))}</p>
    </>
  );
}

const countResults = ({ best }: DebriefState): number =>
  best.reduce((count, index) => count + Number(index !== NONE), 0);
