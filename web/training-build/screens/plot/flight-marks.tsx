import type { Flight } from '../../flight/flight.js';
import type { Goal } from '../../flight/scenario.js';
import type { Vector } from '../../flight/state.js';
import { isOnScreen, type ScreenPoint } from '../../play/plot-view.js';
import { tickLabel } from '../../play/plot-words.js';
import { type Approach, type PredictedPath, tickInterval, ticksOf } from '../../play/predicted-path.js';
import { metres } from '../../play/words.js';
import { PlotCircle, PlotMark } from './path-plot.js';
import type { Plot } from './use-plot.js';

/** Size that a label needs, in pixels. */
const LABEL = { width: 48, height: 16 };
/** Maximum number of ticks on the visible part of a path. */
const MOST_TICKS = 10;

/** Goal regions, sensor range, speed limits, and the radii of collision and evasion. */
export function GoalMarks({ plot, flight: { scenario, visited } }: { plot: Plot; flight: Flight }) {
  const { goal, limits, contactRadius, sensor, evasion } = scenario;
  const centre: Vector = [0, 0, 0];
  return (
    <>
      {limits.map(({ radius }) => (
        <PlotCircle key={radius} plot={plot} look="limit" at={centre} radius={radius} />
      ))}
      {sensor && <PlotCircle plot={plot} look="place" at={centre} radius={sensor.range} />}
      {evasion && <PlotCircle plot={plot} look="limit" at={centre} radius={evasion.radius} />}
      {contactRadius > 0 && <PlotCircle plot={plot} look="contact" at={centre} radius={contactRadius} />}
      {goal.kind === 'leave' && <PlotCircle plot={plot} look="place" at={centre} radius={goal.distance} />}
      {placesOf(goal).map((at, index) => (
        <PlotCircle
          key={at.join(' ')}
          plot={plot}
          look={goal.kind === 'visit' && index === visited ? 'next' : index < visited ? 'done' : 'place'}
          at={at}
          radius={'radius' in goal ? goal.radius : 0}
        />
      ))}
    </>
  );
}

const placesOf = (goal: Goal): readonly Vector[] =>
  goal.kind === 'visit' ? goal.points : 'point' in goal ? [goal.point] : [];

interface TickMarksProps {
  plot: Plot;
  path: PredictedPath;
  /** Positions that already have a label. */
  named: readonly ScreenPoint[];
}

/** Time ticks on a path, with labels where there is room. */
export function TickMarks({ plot, path, named }: TickMarksProps) {
  const labels = [...named];
  return ticksOf(path, visibleInterval(plot, path)).map(({ time, at }) => {
    const here = plot.place(at);
    if (!isOnScreen(here, plot.size)) return null;
    const hasRoom = labels.every(
      ({ x, y }) => Math.abs(here.x - x) > LABEL.width || Math.abs(here.y - y) > LABEL.height,
    );
    if (hasRoom) labels.push(here);
    return <PlotMark key={time} plot={plot} look="tick" at={at} name={hasRoom ? tickLabel(time) : undefined} />;
  });
}

/** Returns the tick interval that suits the visible part of the path. */
export function visibleInterval(plot: Plot, path: PredictedPath): number {
  const every = path[1]!.time - path[0]!.time;
  const seen = path.filter(({ at }) => isOnScreen(plot.place(at), plot.size)).length;
  return tickInterval(Math.max(1, seen) * every, MOST_TICKS);
}

/** The closest approach of a path, with its distance. Two of them at the same position have their labels below each other. */
export function ApproachMark({ plot, look, closest }: { plot: Plot; look: 'coasting' | 'planned'; closest: Approach }) {
  const { x, y } = plot.place(closest.at);
  return (
    <g className="mark approach" data-look={look} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <circle r={5} />
      <text x={9} y={look === 'coasting' ? 17 : 32}>
        {metres(closest.distance)}
      </text>
    </g>
  );
}
