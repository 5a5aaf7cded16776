import { type Plane, PLANES } from '../../play/plot-view.js';
import { planeInWords } from '../../play/plot-words.js';
import type { Plot } from './use-plot.js';

const ZOOM_STEP = 1.5;

/** Buttons that switch the upward axis of a plot and zoom it. */
export function PlotBar({ plot, onPlane }: { plot: Plot; onPlane: (plane: Plane) => void }) {
  return (
    <div className="row plot-bar" role="group" aria-label="View of the plot">
      <span className="row planes">
        {PLANES.map((plane) => (
          <button key={plane} type="button" aria-pressed={plane === plot.plane} onClick={() => onPlane(plane)}>
            {planeInWords(plane)}
          </button>
        ))}
      </span>
      <button type="button" aria-label="Zoom in" onClick={() => plot.zoomBy(1 / ZOOM_STEP)}>
        +
      </button>
      <button type="button" aria-label="Zoom out" onClick={() => plot.zoomBy(ZOOM_STEP)}>
        −
      </button>
      <button type="button" disabled={!plot.isOwnView} onClick={plot.fit}>
        Fit
      </button>
    </div>
  );
}
