import { useState } from 'react';
import { hasTarget } from '../../flight/scenario.js';
import { length, type Vector } from '../../flight/state.js';
import type { FlightSession, Instruments } from '../../play/flight-session.js';
import {
  clampToScreen,
  inPlane,
  moveInPlane,
  nearestTime,
  type Plane,
  type ScreenPoint,
  upAxis,
  worthFitting,
} from '../../play/plot-view.js';
import { flightPlotInWords, planeInWords } from '../../play/plot-words.js';
import { type LookAhead, pointAt } from '../../play/predicted-path.js';
import { signed } from '../../play/words.js';
import { ApproachMark, GoalMarks, TickMarks } from './flight-marks.js';
import { PathPlot, PlotMark, PlotPath } from './path-plot.js';
import { PlotBar } from './plot-bar.js';
import { PlotHandle } from './plot-handle.js';
import { type Plot, usePlot } from './use-plot.js';
import { WarpControls } from './warp-controls.js';

/** Distance in pixels within which a click selects a position on the path. */
const REACH_PX = 26;
/** Length of one plan step in pixels: finer steps allow finer dragging. */
const STEP_PX = 10;
const HANDLE_MARGIN = 16;
/** A path that leads farther than this multiple of the required content is cut off. */
const MOST_AHEAD = 2.5;
const NEAR = 60;
const TARGET: Vector = [0, 0, 0];

interface FlightPlotProps {
  now: Instruments;
  session: FlightSession;
  ahead: LookAhead;
  /** A dialog is open, so keys do not control the flight. */
  isWaiting: boolean;
}

/** Plot of the flight in a plane, beside the picture: trail, predicted paths, time ticks, burn handle and warp. */
export function FlightPlot({ now, session, ahead, isWaiting }: FlightPlotProps) {
  const { flight, plan } = now;
  const { state, scenario } = flight;
  const [plane, setPlane] = useState<Plane>('in-plane');
  const [chosen, setChosen] = useState<number | null>(null);
  // a warp ends at the nearest whole step, which may be slightly before the selected time
  const selected = chosen !== null && chosen - flight.elapsed > scenario.orbit.step / 2 ? chosen : null;
  const plot = usePlot(plane, contentOf(now, ahead));
  const coasting = ahead.coasting.path;
  const pick = (at: ScreenPoint): void => setChosen(nearestTime(coasting, at, plot.place, REACH_PX));
  const own = plot.place(state.position);
  return (
    <section className="panel plot" aria-label="Plot">
      <PlotBar plot={plot} onPlane={setPlane} />
      <PathPlot
        plot={plot}
        description={flightPlotInWords(now, plane, ahead)}
        onClick={pick}
        handles={<BurnHandle plot={plot} now={now} session={session} own={own} />}
      >
        <GoalMarks plot={plot} flight={flight} />
        <PlotPath plot={plot} look="was" points={[...session.trail.map(({ at }) => at), state.position]} />
        <PlotPath plot={plot} look="coasting" points={coasting.map(({ at }) => at)} />
        {ahead.planned && <PlotPath plot={plot} look="planned" points={ahead.planned.path.map(({ at }) => at)} />}
        <TickMarks plot={plot} path={coasting} named={[own, plot.place(TARGET)]} />
        <PlotMark plot={plot} look="target" at={TARGET} name={hasTarget(scenario) ? 'Target' : 'Slot'} />
        <ApproachMark plot={plot} look="coasting" closest={ahead.coasting.closest} />
        {ahead.planned && <ApproachMark plot={plot} look="planned" closest={ahead.planned.closest} />}
        {selected !== null && <PlotMark plot={plot} look="selected" at={pointAt(coasting, selected)} />}
        <PlotMark plot={plot} look="own" at={state.position} name="You" />
        {length(plan) > 0 && <BurnArrow own={own} tip={tipOf(plot, now, own)} />}
      </PathPlot>
      <WarpControls
        plot={plot}
        now={now}
        session={session}
        ahead={ahead}
        selected={selected}
        isWaiting={isWaiting}
        onSelect={setChosen}
      />
    </section>
  );
}

/** Returns the content to fit: target, spacecraft, goal, and the near parts of the paths. */
function contentOf({ flight: { scenario, state } }: Instruments, { coasting, planned }: LookAhead): Vector[] {
  const { goal } = scenario;
  const goals = goal.kind === 'visit' ? goal.points : 'point' in goal ? [goal.point] : [];
  const here: Vector[] = [TARGET, state.position, ...goals];
  const reach = Math.max(NEAR, ...here.map(length)) * MOST_AHEAD;
  return [...here, ...worthFitting(coasting.path, reach), ...worthFitting(planned?.path ?? [], reach)];
}

function tipOf(plot: Plot, { plan, step }: Instruments, own: ScreenPoint): ScreenPoint {
  const [right, up] = inPlane(plot.plane, plan);
  const tip = { x: own.x + (right / step) * STEP_PX, y: own.y - (up / step) * STEP_PX };
  return clampToScreen(tip, plot.size, HANDLE_MARGIN);
}

function BurnArrow({ own, tip }: { own: ScreenPoint; tip: ScreenPoint }) {
  return <line className="arrow" data-look="burn" x1={own.x} y1={own.y} x2={tip.x} y2={tip.y} />;
}

interface BurnHandleProps {
  plot: Plot;
  now: Instruments;
  session: FlightSession;
  own: ScreenPoint;
}

function BurnHandle({ plot, now, session, own }: BurnHandleProps) {
  const { plan, step } = now;
  const up = upAxis(plot.plane);
  const set = (from: Vector, right: number, upward: number): void =>
    session.setPlan(moveInPlane(plot.plane, from, right, upward));
  return (
    <PlotHandle
      plot={plot}
      look="burn"
      label="Planned burn"
      value={plan[1]}
      valueText={`along track ${signed(plan[1])}, ${planeInWords(plot.plane).toLowerCase()} ${signed(plan[up])} m/s`}
      at={tipOf(plot, now, own)}
      onGrab={() => (right, upward) => set(plan, (right / STEP_PX) * step, (upward / STEP_PX) * step)}
      onStep={(right, upward) => set(plan, right * step, upward * step)}
    />
  );
}
