import { type Frame, FRAMES } from '../flight/flight.js';
import type { FlightSession, Instruments } from '../play/flight-session.js';

const NAMES: Record<Frame, string> = { target: 'Target', inertial: 'Inertial', spacecraft: 'Spacecraft' };

export function TimeBar({ now, session, onLeave }: { now: Instruments; session: FlightSession; onLeave: () => void }) {
  return (
    <div className="panel bar" role="toolbar" aria-label="Time and view">
      <button type="button" aria-label="Slower" onClick={() => session.warpBy(-1)}>
        ◂◂
      </button>
      <output aria-label="Speed of time">×{now.warp}</output>
      <button type="button" aria-label="Faster" onClick={() => session.warpBy(1)}>
        ▸▸
      </button>
      <button type="button" aria-pressed={now.paused} onClick={() => session.pause(!now.paused)}>
        {now.paused ? 'Go on' : 'Pause'}
      </button>
      <span className="row" role="group" aria-label="Frame of reference">
        {FRAMES.map((frame) => (
          <button key={frame} type="button" aria-pressed={now.frame === frame} onClick={() => session.setFrame(frame)}>
            {NAMES[frame]}
          </button>
        ))}
      </span>
      <button type="button" onClick={onLeave}>
        Leave
      </button>
    </div>
  );
}
