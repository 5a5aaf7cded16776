import { useMemo, useState } from 'react';
import { startFlight } from '../../flight/flight.js';
import type { FlightModule } from '../../flight/flight-module.js';
import { add, length, type State, type Vector } from '../../flight/state.js';
import { clampToScreen, inPlane, moveInPlane, type Plane, roundLength, worthFitting } from '../../play/plot-view.js';
import { planeInWords, startPlotInWords } from '../../play/plot-words.js';
import { predictPath } from '../../play/predicted-path.js';
import { type SandboxData, scenarioOf } from '../../play/sandbox.js';
import { metres, signed } from '../../play/words.js';
import { ApproachMark, TickMarks } from './flight-marks.js';
import { PathPlot, PlotMark, PlotPath } from './path-plot.js';
import { PlotBar } from './plot-bar.js';
import { PlotHandle } from './plot-handle.js';
import { usePlot } from './use-plot.js';

const NO_BURN: Vector = [0, 0, 0];
const TARGET: Vector = [0, 0, 0];
const HANDLE_MARGIN = 16;
/** Approximate distance that an arrow key moves a handle, in pixels. */
const KEY_PX = 10;
/** Velocity resolution in metres a second, unless the plot is zoomed in further. */
const FINEST_SPEED = 0.01;
const NEAR = 60;
/** A path that leads farther than this multiple of the initial distance is cut off. */
const MOST_AHEAD = 2.5;

type Part = keyof State;
const PARTS = [
  { part: 'position', name: 'Position' },
  { part: 'velocity', name: 'Velocity' },
] as const;

interface SandboxPlotProps {
  data: SandboxData;
  module: FlightModule;
  onChange: (start: State) => void;
}

/** The start state as two handles, with the path of the first revolution. */
export function SandboxPlot({ data, module, onChange }: SandboxPlotProps) {
  const { start } = data;
  const [plane, setPlane] = useState<Plane>('in-plane');
  /** The handle on top where both are at the same position. */
  const [selected, setSelected] = useState<Part>('position');
  const scenario = useMemo(() => scenarioOf(data), [data]);
  const { path, closest } = useMemo(
    () => predictPath(startFlight(scenario, module), NO_BURN, module, 1),
    [scenario, module],
  );
  const tip = arrowTip(start, scenario.orbit.n);
  const reach = Math.max(NEAR, length(start.position), length(tip)) * MOST_AHEAD;
  const plot = usePlot(plane, [TARGET, start.position, tip, ...worthFitting(path, reach)]);
  const { scale } = plot.view;
  const perMetre = { position: 1, velocity: 2 * scenario.orbit.n };

  const set = (part: Part, from: State, right: number, upward: number): void => {
    const finest = roundLength(scale * perMetre[part]);
    const quantum = part === 'velocity' ? Math.min(FINEST_SPEED, finest) : Math.max(1, finest);
    const moved = moveInPlane(plane, from[part], right, upward);
    // unchanged components keep their digits
    const rounded = moved.map((value, axis) =>
      value === from[part][axis] ? value : Number((Math.round(value / quantum) * quantum).toFixed(6)) + 0,
    );
    onChange({ ...from, [part]: rounded as unknown as Vector });
  };
  const own = plot.place(start.position);
  const at = { position: own, velocity: clampToScreen(plot.place(tip), plot.size, HANDLE_MARGIN) };
  return (
    <section className="sandbox-plot" aria-label="Start state">
      <PlotBar plot={plot} onPlane={setPlane} />
      <PathPlot
        plot={plot}
        description={startPlotInWords(start, plane, closest)}
        handles={PARTS.map(({ part }) => (
          <PlotHandle
            key={part}
            plot={plot}
            look={part}
            label={`Start ${part}`}
            value={start[part][1]}
            valueText={valueInWords(part, inPlane(plane, start[part]), plane)}
            at={at[part]}
            isInFront={part === selected}
            onGrab={() => (right, upward) =>
              set(part, start, right * scale * perMetre[part], upward * scale * perMetre[part])
            }
            onStep={(right, upward) => {
              const step = roundLength(KEY_PX * scale * perMetre[part]);
              set(part, start, right * step, upward * step);
            }}
            onSelect={() => setSelected(part)}
          />
        ))}
      >
        <PlotPath plot={plot} look="coasting" points={path.map((point) => point.at)} />
        <TickMarks plot={plot} path={path} named={[own, plot.place(TARGET)]} />
        <PlotMark plot={plot} look="target" at={TARGET} name="Target" />
        <ApproachMark plot={plot} look="coasting" closest={closest} />
        <PlotMark plot={plot} look="own" at={start.position} />
        <line className="arrow" data-look="velocity" x1={own.x} y1={own.y} x2={at.velocity.x} y2={at.velocity.y} />
      </PathPlot>
      <div className="row" role="group" aria-label="Handle in front">
        {PARTS.map(({ part, name }) => (
          <button key={part} type="button" aria-pressed={part === selected} onClick={() => setSelected(part)}>
            {name}
          </button>
        ))}
        <span className="note">Drag a handle, or move it with the arrow keys.</span>
      </div>
    </section>
  );
}

/** Returns the end of the velocity arrow: the motion during half a radian of the orbit. */
function arrowTip({ position, velocity }: State, n: number): Vector {
  const [x, y, z] = velocity.map((part) => part / (2 * n));
  return add(position, [x!, y!, z!]);
}

function valueInWords(part: Part, [right, up]: readonly [number, number], plane: Plane): string {
  const [along, upward] =
    part === 'position' ? [metres(right), metres(up)] : [`${signed(right)} m/s`, `${signed(up)} m/s`];
  return `along track ${along}, ${planeInWords(plane).toLowerCase()} ${upward}`;
}
