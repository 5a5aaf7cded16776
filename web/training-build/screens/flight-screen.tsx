import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Scenario } from '../flight/scenario.js';
import { FlightSession } from '../play/flight-session.js';
import type { Labels } from '../scene/flight-view.js';
import type { Game } from './app.js';
import { BurnPad } from './burn-pad.js';
import { FlightResult } from './flight-result.js';
import { InstrumentPanel } from './instrument-panel.js';
import { TimeBar } from './time-bar.js';
import { useKeys } from './use-keys.js';

interface FlightScreenProps {
  game: Game;
  scenario: Scenario;
  sessionId: string | null;
  onAgain: () => void;
  onLeave: () => void;
}

/** The flight itself: instruments left, time and frames above, the burn plan below. */
export function FlightScreen({ game, scenario, sessionId, onAgain, onLeave }: FlightScreenProps) {
  const session = useMemo(() => new FlightSession(scenario, game.propagator), [scenario, game.propagator]);
  const now = useSyncExternalStore(session.subscribe, session.read);
  const [labels, setLabels] = useState<Labels>({ target: null, spacecraft: null });
  const over = now.flight.outcome !== 'flying';
  useFlying(game, session, setLabels);
  useKeys(session, over);
  return (
    <main className="screen flight" aria-label={`Flight: ${scenario.title}`}>
      {!over && <Label text={scenario.contactRadius > 0 ? 'Target' : 'Slot'} at={labels.target} />}
      {!over && <Label text="You" at={labels.spacecraft} own />}
      <InstrumentPanel now={now} />
      <TimeBar now={now} session={session} onLeave={onLeave} />
      {over ? (
        <FlightResult
          game={game}
          session={session}
          flight={now.flight}
          sessionId={sessionId}
          onAgain={onAgain}
          onLeave={onLeave}
        />
      ) : (
        <BurnPad now={now} session={session} />
      )}
    </main>
  );
}

function Label({ text, at, own = false }: { text: string; at: { x: number; y: number } | null; own?: boolean }) {
  if (!at || at.x < 0 || at.x > 1 || at.y < 0 || at.y > 1) return null;
  return (
    <span aria-hidden className={own ? 'label own' : 'label'} style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}>
      {text}
    </span>
  );
}

/** Lets time pass and draws, once a picture; labels follow when they moved. */
function useFlying({ view }: Game, session: FlightSession, onLabels: (labels: Labels) => void): void {
  const shown = useRef('');
  useEffect(() => {
    view.begin(session.read().flight);
    let before = performance.now();
    let handle = requestAnimationFrame(function draw(at) {
      session.tick((at - before) / 1_000);
      before = at;
      const { flight, frame, plan } = session.read();
      const labels = view.show(flight, frame, plan, session.trail);
      const text = JSON.stringify(labels, (_, value: unknown) =>
        typeof value === 'number' ? value.toFixed(3) : value,
      );
      if (text !== shown.current) onLabels(labels);
      shown.current = text;
      handle = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(handle);
  }, [view, session, onLabels]);
}
