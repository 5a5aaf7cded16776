import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Flight } from '../flight/flight.js';
import { hasTarget, type FlightScenario } from '../flight/scenario.js';
import { length, type State } from '../flight/state.js';
import type { BegunAttempt } from '../play/begun-attempt.js';
import { hintOf } from '../play/coach.js';
import { watchFlight } from '../play/flight-events.js';
import { FlightSession } from '../play/flight-session.js';
import { lookAhead } from '../play/predicted-path.js';
import type { Game } from './app.js';
import { BurnPad } from './burn-pad.js';
import { FlightLabels, type MoveLabels } from './flight-labels.js';
import { FlightResult } from './flight-result.js';
import { Help } from './help.js';
import { InstrumentPanel } from './instrument-panel.js';
import { LeaveDialog } from './leave-dialog.js';
import { SandboxEnd } from './sandbox-end.js';
import { SensorPanel } from './sensor-panel.js';
import { FlightPlot } from './plot/flight-plot.js';
import { TimeBar } from './time-bar.js';
import { useKeys } from './use-keys.js';
import { useInterruption } from './use-interruption.js';
import { useRoom } from './use-room.js';

interface FlightScreenProps {
  game: Game;
  scenario: FlightScenario;
  /** Where the flight begins; by default at the start of the scenario. */
  from?: Flight;
  /** Null in a sandbox, whose flights have no results. */
  begun: BegunAttempt | null;
  /** Shows which class the flight counts for; empty for a sandbox. */
  notice?: ReactNode;
  onAgain: () => void;
  /** Called with the final `state` of the flight. */
  onLeave: (state: State) => void;
}

/** A flight: instruments, plot, time and frames, burn plan, and hints. */
export function FlightScreen({ game, scenario, from, begun, notice, onAgain, onLeave }: FlightScreenProps) {
  const session = useMemo(
    () => new FlightSession(scenario, game.flightModule, from),
    [scenario, game.flightModule, from],
  );
  const now = useSyncExternalStore(session.subscribe, session.read);
  const moveLabels = useRef<MoveLabels>(null);
  const { interruption, interrupt, resume } = useInterruption(session);
  const { flight, plan } = now;
  const over = flight.outcome !== 'flying';
  const ahead = useMemo(() => lookAhead(flight, plan, game.flightModule), [flight, plan, game.flightModule]);
  const { screen, isShown, toggle } = usePlotShown();
  const isPlotShown = isShown && !over;
  const hint = hintOf(now);
  useFlying(game, session, moveLabels);
  useFlightEvents(game, session);
  useKeys(session, game.view.cameraControl, over || interruption !== null, () => interrupt('help'));
  // without a goal, leaving loses nothing
  const leaveNow = (): void => onLeave(flight.state);
  const leave = (): void => (scenario.goal.kind === 'free' ? leaveNow() : interrupt('leave'));
  return (
    <main
      ref={screen}
      className={['screen', 'flight', over && 'over', isPlotShown && 'plotting'].filter(Boolean).join(' ')}
      aria-label={`Flight: ${scenario.title}`}
    >
      <div className="room" ref={useRoom(game)} />
      {!over && <FlightLabels ref={moveLabels} target={hasTarget(scenario) ? 'Target' : 'Slot'} />}
      <InstrumentPanel now={now} ahead={ahead} />
      <TimeBar
        now={now}
        session={session}
        sound={game.sound}
        isOver={over}
        isPlotShown={isPlotShown}
        onPlot={toggle}
        onHelp={() => interrupt('help')}
        onLeave={leave}
      />
      {scenario.sensor && !over && <SensorPanel now={now} session={session} />}
      {isPlotShown && <FlightPlot now={now} session={session} ahead={ahead} isWaiting={interruption !== null} />}
      {hint !== null && (
        <p role="status" className="panel hint">
          {hint}
        </p>
      )}
      {!over && notice}
      {over && !begun && scenario.goal.kind !== 'free' ? (
        <SandboxEnd flight={flight} onLeave={leaveNow} />
      ) : over && begun ? (
        <FlightResult
          game={game}
          session={session}
          flight={flight}
          begun={begun}
          onAgain={onAgain}
          onLeave={leaveNow}
        />
      ) : (
        <BurnPad now={now} session={session} />
      )}
      {interruption === 'help' && <Help onClose={resume} />}
      {interruption === 'leave' && (
        <LeaveDialog
          title="Leave this flight?"
          stay="Keep flying"
          leave="Leave the flight"
          onStay={resume}
          onLeave={leaveNow}
        >
          The flight has not ended. If you leave, no result is submitted.
        </LeaveDialog>
      )}
    </main>
  );
}

/** Shows and sounds the events of the flight. */
function useFlightEvents({ view, sound }: Game, session: FlightSession): void {
  useEffect(
    () =>
      watchFlight(session, {
        onBurn: (change) => {
          view.showBurn(change);
          sound.burn(length(change));
        },
        onPlan: () => sound.tick(),
        onLimit: () => sound.warn(),
        onEnd: (outcome) => (outcome === 'goal reached' ? sound.goalReached() : sound.goalLost()),
      }),
    [view, sound, session],
  );
}

/** Screen size in pixels with room for the plot beside the picture. */
const ROOMY = { width: 1_000, height: 560 };

/** Returns whether the plot is shown: initially if it fits beside the picture, then as the player selects. */
function usePlotShown() {
  const screen = useRef<HTMLElement>(null);
  const [isShown, setShown] = useState(false);
  useLayoutEffect(() => {
    const { clientWidth, clientHeight } = screen.current!;
    setShown(clientWidth >= ROOMY.width && clientHeight >= ROOMY.height);
  }, []);
  return { screen, isShown, toggle: () => setShown((before) => !before) };
}

/** Advances time and draws, once per frame. Labels move without a render: only their position changes. */
function useFlying({ view }: Game, session: FlightSession, labels: RefObject<MoveLabels | null>): void {
  useEffect(() => {
    view.begin(session.read().flight);
    let before = performance.now();
    let handle = requestAnimationFrame(function draw(at) {
      session.tick((at - before) / 1_000);
      before = at;
      const { flight, frame, plan } = session.read();
      labels.current?.(view.show(flight, frame, plan, session.trail));
      handle = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(handle);
  }, [view, session, labels]);
}
