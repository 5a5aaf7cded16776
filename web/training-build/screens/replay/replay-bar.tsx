import { FRAMES } from '../../flight/flight.js';
import type { Instruments } from '../../play/flight-session.js';
import { frameInWords, span } from '../../play/words.js';
import type { ReplaySession } from '../../replay/replay-session.js';
import { FullScreenButton } from '../full-screen-button.js';

interface ReplayBarProps {
  session: ReplaySession;
  /** Flight time in seconds. */
  time: number;
  now: Instruments;
  onTakeOver: () => void;
  onLeave: () => void;
}

/** Time bar, frames of reference, and the ways out of a replay. */
export function ReplayBar({ session, time, now, onTakeOver, onLeave }: ReplayBarProps) {
  const { step } = now.flight.scenario.orbit;
  return (
    <div className="panel replay-bar" role="group" aria-label="Replay">
      <div className="row time">
        <button type="button" aria-label="Previous burn" onClick={() => session.seekBurn(-1)}>
          |◂
        </button>
        <button type="button" className="main" onClick={() => session.pause(!now.paused)}>
          {now.paused ? 'Play' : 'Pause'}
        </button>
        <button type="button" aria-label="Next burn" onClick={() => session.seekBurn(1)}>
          ▸|
        </button>
        <input
          type="range"
          aria-label="Flight time"
          aria-valuetext={`${span(time)} of ${span(session.seconds)}`}
          min={0}
          max={session.seconds}
          step={step}
          value={time}
          onChange={({ target }) => session.seek(Number(target.value))}
        />
        <output aria-hidden>
          {span(time)} / {span(session.seconds)}
        </output>
      </div>
      <div className="row">
        <span className="row">
          <button type="button" aria-label="Slower" onClick={() => session.speedBy(-1)}>
            ◂◂
          </button>
          <output aria-label="Speed of time">×{now.warp}</output>
          <button type="button" aria-label="Faster" onClick={() => session.speedBy(1)}>
            ▸▸
          </button>
        </span>
        <span className="row frames" role="group" aria-label="Frame of reference">
          {FRAMES.map((frame) => (
            <button
              key={frame}
              type="button"
              aria-pressed={now.frame === frame}
              onClick={() => session.setFrame(frame)}
            >
              {frameInWords(frame)}
            </button>
          ))}
        </span>
        <button type="button" disabled={now.flight.outcome !== 'flying'} onClick={onTakeOver}>
          Take over from here
        </button>
        <FullScreenButton />
        <button type="button" onClick={onLeave}>
          Leave
        </button>
      </div>
    </div>
  );
}
