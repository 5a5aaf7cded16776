import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Bridge, PlayedClass, ReplayedAttempt, StartupArguments } from '../bridge/bridge.js';
import type { CatalogueScenario, PlatformApi } from '../bridge/platform-api.js';
import type { Flight } from '../flight/flight.js';
import type { FlightModule } from '../flight/flight-module.js';
import type { FlightScenario } from '../flight/scenario.js';
import { scenarios } from '../flight/scenarios.js';
import type { State } from '../flight/state.js';
import type { FlightView } from '../scene/flight-view.js';
import { BegunAttempt } from '../play/begun-attempt.js';
import { ClassWatch } from '../play/played-class.js';
import type { Sound } from '../sound/sound.js';
import { useTicks } from '../sound/use-ticks.js';
import { Briefing } from './briefing.js';
import { ClassNotice } from './class-notice.js';
import { FlightScreen } from './flight-screen.js';
import { growOnSmallScreens } from './full-screen.js';
import { MainMenu } from './main-menu.js';
import type { Mode } from './mode-tabs.js';
import { Quiz } from './quiz.js';
import { ReplayScreen } from './replay/replay-screen.js';
import type { OpenSandbox } from '../play/sandbox.js';
import { scenarioOf } from '../play/sandbox.js';
import { SandboxEditor } from './sandbox-editor.js';

/** Services of the game, passed to every screen. */
export interface Game {
  readonly bridge: Bridge;
  readonly api: PlatformApi;
  readonly startup: StartupArguments;
  readonly view: FlightView;
  readonly sound: Sound;
  readonly flightModule: FlightModule;
}

type Screen =
  | { name: 'menu' }
  | { name: 'briefing'; entry: CatalogueScenario; scenario: FlightScenario }
  | {
      name: 'flight';
      entry: CatalogueScenario;
      scenario: FlightScenario;
      attempt: number;
      counts: PlayedClass | null;
      begun: BegunAttempt;
    }
  | { name: 'quiz'; entry: CatalogueScenario; counts: PlayedClass | null; begun: BegunAttempt }
  | { name: 'sandbox'; open: OpenSandbox | null; flownTo?: State }
  | { name: 'free flight'; open: OpenSandbox; scenario: FlightScenario }
  | { name: 'replay'; flights: readonly ReplayedAttempt[]; at?: number }
  | { name: 'taken over'; flights: readonly ReplayedAttempt[]; from: Flight };

export function App({ game }: { game: Game }) {
  const [screen, setScreen] = useState<Screen>({ name: 'menu' });
  const current = useRef(screen);
  useEffect(() => void (current.current = screen), [screen]);
  const [mode, setMode] = useState<Mode>('Learn');
  const [classes] = useState(() => new ClassWatch(game.api));
  const played = useSyncExternalStore(classes.subscribe, classes.current);
  useEffect(() => classes.follow(game.bridge), [classes, game]);
  useEffect(() => game.bridge.watchReplay((flights) => setScreen({ name: 'replay', flights })), [game]);
  const sessionId = played?.sessionId ?? null;
  const platform = useQuery({
    queryKey: ['platform', sessionId],
    queryFn: () => loadPlatform(game.api, sessionId),
    enabled: screen.name === 'menu' && played !== undefined,
    placeholderData: (before) => before,
  });
  const toMenu = (): void => setScreen({ name: 'menu' });
  useTicks(game.sound);
  useBackground(game, !FLYING.includes(screen.name));
  useEffect(() => {
    const playing = 'entry' in screen && screen.name !== 'briefing' ? screen.entry.scenarioId : null;
    game.bridge.sendScenario(playing);
  }, [game, screen]);

  /** Starts an attempt for the current class, unless the player has left the screen meanwhile. */
  const start = async (
    { scenarioId }: CatalogueScenario,
    attempt: (counts: PlayedClass | null, begun: BegunAttempt) => Screen,
  ): Promise<void> => {
    const counts = await classes.read();
    if (current.current !== screen) return;
    const begun = new BegunAttempt(game.api, scenarioId, counts?.sessionId ?? null);
    setScreen(attempt(counts, begun));
  };

  const open = (entry: CatalogueScenario): void => {
    const scenario = scenarios.find(({ scenarioId }) => scenarioId === entry.scenarioId);
    if (entry.scenarioType === 'Quiz') {
      growOnSmallScreens();
      void start(entry, (counts, begun) => ({ name: 'quiz', entry, counts, begun }));
    } else if (scenario) {
      setScreen({ name: 'briefing', entry, scenario });
      // the briefing names the current class
      void classes.read();
    }
  };

  switch (screen.name) {
    case 'menu':
      return (
        <MainMenu
          game={game}
          mode={mode}
          onMode={setMode}
          platform={platform}
          played={played}
          onPlay={open}
          onSandbox={(sandbox) => setScreen({ name: 'sandbox', open: sandbox })}
        />
      );
    case 'briefing':
      return (
        <Briefing
          scenario={screen.scenario}
          played={played ?? null}
          onBack={toMenu}
          onStart={() => {
            growOnSmallScreens();
            void start(screen.entry, (counts, begun) => ({ ...screen, name: 'flight', attempt: 1, counts, begun }));
          }}
        />
      );
    case 'flight':
      return (
        <FlightScreen
          key={screen.attempt}
          game={game}
          scenario={screen.scenario}
          begun={screen.begun}
          notice={<ClassNotice counts={screen.counts} now={played ?? null} kind="flight" />}
          onAgain={() =>
            void start(screen.entry, (counts, begun) => ({ ...screen, attempt: screen.attempt + 1, counts, begun }))
          }
          onLeave={toMenu}
        />
      );
    case 'quiz':
      return (
        <Quiz
          game={game}
          entry={screen.entry}
          begun={screen.begun}
          notice={<ClassNotice counts={screen.counts} now={played ?? null} kind="quiz" />}
          onLeave={toMenu}
        />
      );
    case 'sandbox':
      return (
        <SandboxEditor
          game={game}
          open={screen.open}
          flownTo={screen.flownTo}
          onFly={(sandbox) => {
            growOnSmallScreens();
            setScreen({ name: 'free flight', open: sandbox, scenario: scenarioOf(sandbox.data) });
          }}
          onLeave={toMenu}
        />
      );
    case 'free flight': {
      const toEditor = (flownTo?: State): void => setScreen({ name: 'sandbox', open: screen.open, flownTo });
      return <FlightScreen game={game} scenario={screen.scenario} begun={null} onAgain={toEditor} onLeave={toEditor} />;
    }
    case 'replay': {
      const { flights } = screen;
      return (
        <ReplayScreen
          game={game}
          attempts={flights}
          at={screen.at}
          onTakeOver={(from) => setScreen({ name: 'taken over', flights, from })}
          onLeave={() => game.bridge.quit()}
        />
      );
    }
    case 'taken over': {
      const { flights, from } = screen;
      const back = (): void => setScreen({ name: 'replay', flights, at: from.elapsed });
      return (
        <FlightScreen game={game} scenario={from.scenario} from={from} begun={null} onAgain={back} onLeave={back} />
      );
    }
  }
}

/** Screens that draw their own picture. */
const FLYING: readonly Screen['name'][] = ['flight', 'free flight', 'replay', 'taken over'];

/** Loads the content of the menu. If the scores fail, the rest stays usable. */
async function loadPlatform(api: PlatformApi, sessionId: string | null) {
  const [catalogue, scores] = await Promise.all([api.catalogue(), api.ownScores(sessionId).catch(() => [])]);
  return { catalogue, scores };
}

export type Platform = Awaited<ReturnType<typeof loadPlatform>>;

/** Interval of the background, whose slow motion needs no more pictures. */
const BACKGROUND_EVERY_MS = 100;

/** Draws the rotating Earth behind the menus. */
function useBackground({ view }: Game, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined;
    let drawnAt = -Infinity;
    let frame = requestAnimationFrame(function draw(now) {
      if (now - drawnAt > BACKGROUND_EVERY_MS) {
        view.showEarth(now / 1_000);
        drawnAt = now;
      }
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [view, isShown]);
}
