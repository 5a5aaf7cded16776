import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReplayedAttempt } from '../../bridge/bridge.js';
import type { Flight } from '../../flight/flight.js';
import { lookAhead } from '../../play/predicted-path.js';
import { replayedFlights, type ReplayedFlight } from '../../replay/replayed-flights.js';
import { ReplaySession } from '../../replay/replay-session.js';
import type { Companion } from '../../scene/companions.js';
import type { Game } from '../app.js';
import { InstrumentPanel } from '../instrument-panel.js';
import { MainButton } from '../main-button.js';
import { useRoom } from '../use-room.js';
import { ReplayBar } from './replay-bar.js';
import { ReplayedList } from './replayed-list.js';

interface ReplayScreenProps {
  game: Game;
  attempts: readonly ReplayedAttempt[];
  /** Flight time at which the replay begins, in seconds. */
  at?: number | undefined;
  onTakeOver: (from: Flight) => void;
  onLeave: () => void;
}

/** Recorded flights, flown again, with a good flight of the scenario beside them. */
export function ReplayScreen({ game, attempts, at = 0, onTakeOver, onLeave }: ReplayScreenProps) {
  const flights = useMemo(() => replayedFlights(attempts, game.flightModule), [attempts, game.flightModule]);
  const [first, ...others] = flights;
  if (!first) return <NoReplay onLeave={onLeave} />;
  return <Replay {...{ game, at, onTakeOver, onLeave }} flights={[first, ...others]} />;
}

const NoReplay = ({ onLeave }: { onLeave: () => void }) => (
  <main className="screen sheet" aria-label="Replay">
    <h1>This flight cannot be replayed</h1>
    <p>Its inputs were not recorded, or they were recorded with an earlier version of the game.</p>
    <MainButton onClick={onLeave}>Leave</MainButton>
  </main>
);

type ReplayProps = Required<Omit<ReplayScreenProps, 'attempts' | 'at'>> & {
  flights: readonly [ReplayedFlight, ...ReplayedFlight[]];
  at: number;
};

function Replay({ game, flights, at, onTakeOver, onLeave }: ReplayProps) {
  const session = useMemo(() => {
    const [first, ...others] = flights;
    const made = new ReplaySession([first.flown, ...others.map(({ flown }) => flown)]);
    made.seek(at);
    return made;
  }, [flights, at]);
  const { time, instruments } = useSyncExternalStore(session.subscribe, session.read);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const ahead = useMemo(
    () => lookAhead(instruments.flight, instruments.plan, game.flightModule),
    [instruments.flight, instruments.plan, game.flightModule],
  );
  useReplaying(game, session, flights, hidden);
  const toggle = (index: number): void =>
    setHidden(
      (before) => new Set(before.has(index) ? [...before].filter((each) => each !== index) : [...before, index]),
    );
  return (
    <main className="screen flight replay" aria-label={`Replay: ${instruments.flight.scenario.title}`}>
      <div className="room" ref={useRoom(game)} />
      <InstrumentPanel now={instruments} ahead={ahead} />
      <ReplayedList flights={flights} time={time} hidden={hidden} onToggle={toggle} />
      <ReplayBar
        session={session}
        time={time}
        now={instruments}
        onTakeOver={() => onTakeOver(instruments.flight)}
        onLeave={onLeave}
      />
    </main>
  );
}

/** Advances the replay and draws, once per frame. */
function useReplaying(
  { view }: Game,
  session: ReplaySession,
  flights: readonly ReplayedFlight[],
  hidden: ReadonlySet<number>,
): void {
  const companionsOf = useCallback(
    (): Companion[] =>
      flights.flatMap(({ colour }, index) =>
        index === 0 || hidden.has(index) ? [] : [{ colour, ...session.path(index) }],
      ),
    [session, flights, hidden],
  );
  useEffect(() => view.begin(session.read().instruments.flight), [view, session]);
  useEffect(() => {
    let before = performance.now();
    let shownAt: number | undefined;
    let companions: Companion[] = [];
    let trail = session.path(0).trail;
    let handle = requestAnimationFrame(function draw(now) {
      session.tick((now - before) / 1_000);
      before = now;
      const { time, instruments } = session.read();
      // Nothing is drawn while the same lists are passed.
      if (time !== shownAt) [companions, trail] = [companionsOf(), session.path(0).trail];
      shownAt = time;
      view.show(instruments.flight, instruments.frame, instruments.plan, trail, companions);
      handle = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(handle);
  }, [view, session, companionsOf]);
}
