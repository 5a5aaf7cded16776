import { useEffect, useEffectEvent } from 'react';
import { length } from '../../flight/state.js';
import type { FlightSession, Instruments } from '../../play/flight-session.js';
import { selectionInWords, warpEndInWords } from '../../play/plot-words.js';
import { type LookAhead, pointAt, ticksOf } from '../../play/predicted-path.js';
import { span } from '../../play/words.js';
import { isForFlight } from '../use-keys.js';
import { visibleInterval } from './flight-marks.js';
import type { Plot } from './use-plot.js';

interface WarpControlsProps {
  plot: Plot;
  now: Instruments;
  session: FlightSession;
  ahead: LookAhead;
  /** Flight time of the selected position on the coasting path. */
  selected: number | null;
  isWaiting: boolean;
  onSelect: (time: number | null) => void;
}

/** Controls that select a position on the coasting path and run time to it. */
export function WarpControls({ plot, now, session, ahead, selected, isWaiting, onSelect }: WarpControlsProps) {
  const { flight, warpTo } = now;
  const { path, closest } = ahead.coasting;
  const isWarping = warpTo !== null;
  const isAhead = closest.time - flight.elapsed >= flight.scenario.orbit.step;
  const selectTick = (direction: 1 | -1): void => {
    const times = ticksOf(path, visibleInterval(plot, path)).map(({ time }) => time);
    const from = selected ?? (direction > 0 ? -Infinity : Infinity);
    const next = direction > 0 ? times.find((time) => time > from + 1) : times.findLast((time) => time < from - 1);
    if (next !== undefined) onSelect(next);
  };
  const selectClosest = (): void => {
    if (isAhead) onSelect(closest.time);
  };
  const warp = (): void => {
    if (isWarping) session.cancelWarp();
    else if (selected !== null) session.warpTo(selected);
  };
  useWarpKeys(isWaiting ? {} : { j: () => selectTick(-1), l: () => selectTick(1), c: selectClosest, t: warp });
  return (
    <div className="warp">
      <div className="row">
        <button type="button" aria-label="Earlier tick" disabled={isWarping} onClick={() => selectTick(-1)}>
          ◂
        </button>
        <button type="button" aria-label="Later tick" disabled={isWarping} onClick={() => selectTick(1)}>
          ▸
        </button>
        <button type="button" aria-label="Closest approach" disabled={isWarping || !isAhead} onClick={selectClosest}>
          Closest
        </button>
        <button type="button" className="main" disabled={!isWarping && selected === null} onClick={warp}>
          {isWarping ? 'Cancel warp' : 'Warp to here'}
        </button>
      </div>
      <p className="note">
        <span role="status">{statusOf(now, selected)}</span>
        {selected !== null && ` ${selectionInWords(flight.elapsed, selected, length(pointAt(path, selected)))}`}
      </p>
    </div>
  );
}

/** Returns the status for screen readers, without constantly changing values, which would be read again and again. */
function statusOf({ warpTo, warpEnd }: Instruments, selected: number | null): string {
  if (warpTo !== null) return `Warping to ${span(warpTo)}.`;
  if (selected !== null) return `Selected: time ${span(selected)},`;
  return warpEnd ? warpEndInWords(warpEnd) : 'Select a position on the dashed path to warp to it.';
}

function useWarpKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = keys[event.key.toLowerCase()];
    // a held key steps through the ticks, but starts a warp only once
    if (!key || (event.repeat && key === keys.t) || !isForFlight(event)) return;
    event.preventDefault();
    key();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
