import { FRAMES } from '../flight/flight.js';
import type { FlightSession, Instruments } from '../play/flight-session.js';
import { frameInWords } from '../play/words.js';
import type { Sound } from '../sound/sound.js';
import { SoundSwitch } from '../sound/sound-switch.js';
import { FullScreenButton } from './full-screen-button.js';

interface TimeBarProps {
  now: Instruments;
  session: FlightSession;
  sound: Sound;
  /** The flight has ended: only the view can be changed. */
  isOver: boolean;
  isPlotShown: boolean;
  onPlot: () => void;
  onHelp: () => void;
  onLeave: () => void;
}

export function TimeBar({ now, session, sound, isOver, isPlotShown, onPlot, onHelp, onLeave }: TimeBarProps) {
  return (
    <div className="panel bar" role="toolbar" aria-label="Time and view">
      {!isOver && (
        <span className="row">
          <button type="button" aria-label="Slower" onClick={() => session.warpBy(-1)}>
            ◂◂
          </button>
          <output aria-label="Speed of time">×{now.warp}</output>
          <button type="button" aria-label="Faster" onClick={() => session.warpBy(1)}>
            ▸▸
          </button>
          <button type="button" aria-pressed={now.paused} onClick={() => session.pause(!now.paused)}>
            {now.paused ? 'Resume' : 'Pause'}
          </button>
        </span>
      )}
      <span className="row frames" role="group" aria-label="Frame of reference">
        {FRAMES.map((frame) => (
          <button key={frame} type="button" aria-pressed={now.frame === frame} onClick={() => session.setFrame(frame)}>
            {frameInWords(frame)}
          </button>
        ))}
      </span>
      {!isOver && (
        <button type="button" className="plot-switch" aria-pressed={isPlotShown} onClick={onPlot}>
          2D plot
        </button>
      )}
      <SoundSwitch sound={sound} />
      <span className="row">
        <FullScreenButton />
        {!isOver && (
          <>
            <button type="button" onClick={onHelp}>
              Help
            </button>
            <button type="button" onClick={onLeave}>
              Leave
            </button>
          </>
        )}
      </span>
    </div>
  );
}
