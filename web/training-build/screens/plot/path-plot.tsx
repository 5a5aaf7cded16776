import { type ReactNode, useRef } from 'react';
import type { Vector } from '../../flight/state.js';
import { scaleBar, type ScreenPoint } from '../../play/plot-view.js';
import { planeInWords } from '../../play/plot-words.js';
import { metres } from '../../play/words.js';
import { useGestures } from './use-gestures.js';
import type { Plot } from './use-plot.js';

const LONGEST_BAR = 110;
/** Space that a label needs to the right of its mark, in pixels. */
const LABEL_PX = 54;

interface PathPlotProps {
  plot: Plot;
  /** Text alternative of the drawing. */
  description: string;
  /** The drawing as SVG, in pixels. */
  children: ReactNode;
  handles: ReactNode;
  onClick?: (at: ScreenPoint) => void;
}

/** Plot of a plane of the target's rotating frame, with axes, scale bar and zoom. */
export function PathPlot({ plot, description, children, handles, onClick }: PathPlotProps) {
  const stage = useRef<HTMLDivElement>(null);
  const begin = useGestures(stage, plot, onClick);
  const { width, height } = plot.size;
  const origin = plot.place([0, 0, 0]);
  const bar = scaleBar(plot.view.scale, LONGEST_BAR);
  return (
    <div ref={stage} className="stage" onPointerDown={begin}>
      <svg role="img" aria-label={description} width={width} height={height}>
        <line className="axis" x1={0} x2={width} y1={origin.y} y2={origin.y} />
        <line className="axis" y1={0} y2={height} x1={origin.x} x2={origin.x} />
        {children}
        <text className="axis-name" x={8} y={16}>
          ↑ {planeInWords(plot.plane)}
        </text>
        <text className="axis-name" x={width - 8} y={height - 10} textAnchor="end">
          Along track →
        </text>
        <path className="scale-bar" d={`M10 ${height - 16}v6h${bar.pixels.toFixed(1)}v-6`} />
        <text className="axis-name" x={10} y={height - 20}>
          {metres(bar.metres).replace('.00', '')}
        </text>
      </svg>
      {handles}
    </div>
  );
}

/** A line through points. */
export function PlotPath({ plot, look, points }: { plot: Plot; look: string; points: readonly Vector[] }) {
  const d = points
    .map((at) => plot.place(at))
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`);
  return <path className="path" data-look={look} d={d.join('')} />;
}

/** A circle with a radius in metres; at least a few pixels, so that it stays visible. */
export function PlotCircle({ plot, look, at, radius }: { plot: Plot; look: string; at: Vector; radius: number }) {
  const { x, y } = plot.place(at);
  return <circle className="region" data-look={look} cx={x} cy={y} r={Math.max(3, radius / plot.view.scale)} />;
}

/** A mark of constant size with its label. */
export function PlotMark({ plot, look, at, name }: { plot: Plot; look: string; at: Vector; name?: string }) {
  const { x, y } = plot.place(at);
  const isAtEdge = x > plot.size.width - LABEL_PX;
  return (
    <g className="mark" data-look={look} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      {look === 'target' ? <rect x={-5} y={-5} width={10} height={10} /> : <circle r={look === 'tick' ? 2.5 : 5} />}
      {name && (
        <text x={isAtEdge ? -9 : 9} y={-7} textAnchor={isAtEdge ? 'end' : undefined}>
          {name}
        </text>
      )}
    </g>
  );
}
