import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Bridge, StartupArguments } from '../bridge/bridge.js';
import type { CatalogueScenario, PlatformApi, SandboxEntry } from '../bridge/platform-api.js';
import type { Propagator } from '../flight/propagator.js';
import type { Scenario } from '../flight/scenario.js';
import { scenarios } from '../flight/scenarios.js';
import type { State } from '../flight/state.js';
import type { FlightView } from '../scene/flight-view.js';
import { Briefing } from './briefing.js';
import { FlightScreen } from './flight-screen.js';
import { growOnSmallScreens } from './full-screen.js';
import { MainMenu } from './main-menu.js';
import type { Mode } from './mode-tabs.js';
import { Quiz } from './quiz.js';
import type { OpenSandbox } from '../play/sandbox.js';
import { scenarioOf } from '../play/sandbox.js';
import { SandboxEditor } from './sandbox-editor.js';

/** What the game is made of, handed to every screen. */
export interface Game {
  readonly bridge: Bridge;
  readonly api: PlatformApi;
  readonly startup: StartupArguments;
  readonly view: FlightView;
  readonly propagator: Propagator;
}

type Screen =
  | { name: 'menu' }
  | { name: 'briefing'; entry: CatalogueScenario; scenario: Scenario }
  | { name: 'flight'; entry: CatalogueScenario; scenario: Scenario; attempt: number }
  | { name: 'quiz'; entry: CatalogueScenario }
  | { name: 'sandbox'; open: OpenSandbox | null; flownTo?: State }
  | { name: 'free flight'; open: OpenSandbox };

export function App({ game }: { game: Game }) {
  const [screen, setScreen] = useState<Screen>({ name: 'menu' });
  const [mode, setMode] = useState<Mode>('Learn');
  const session = useRunningClass(game.api, screen.name);
  const sessionId = session.data ?? null;
  const platform = useQuery({
    queryKey: ['platform', sessionId],
    queryFn: () => loadPlatform(game.api, sessionId),
    enabled: screen.name === 'menu' && !session.isPending,
    placeholderData: (before) => before,
  });
  const toMenu = (): void => setScreen({ name: 'menu' });
  useBackground(game, screen.name !== 'flight' && screen.name !== 'free flight');
  useEffect(() => {
    const playing = 'entry' in screen && screen.name !== 'briefing' ? screen.entry.scenarioId : null;
    game.bridge.tellScenario(playing);
  }, [game, screen]);

  const open = (entry: CatalogueScenario): void => {
    const scenario = scenarios.find(({ scenarioId }) => scenarioId === entry.scenarioId);
    if (entry.scenarioType === 'Quiz') {
      growOnSmallScreens();
      setScreen({ name: 'quiz', entry });
    } else if (scenario) setScreen({ name: 'briefing', entry, scenario });
  };

  switch (screen.name) {
    case 'menu':
      return (
        <MainMenu
          game={game}
          mode={mode}
          onMode={setMode}
          platform={platform}
          onPlay={open}
          onSandbox={(entry: SandboxEntry | null) => {
            growOnSmallScreens();
            void openSandbox(game.api, entry).then((found) => setScreen({ name: 'sandbox', open: found }));
          }}
        />
      );
    case 'briefing':
      return (
        <Briefing
          scenario={screen.scenario}
          onBack={toMenu}
          onStart={() => {
            growOnSmallScreens();
            setScreen({ ...screen, name: 'flight', attempt: 1 });
          }}
        />
      );
    case 'flight':
      return (
        <FlightScreen
          key={screen.attempt}
          game={game}
          scenario={screen.scenario}
          sessionId={sessionId}
          onAgain={() => setScreen({ ...screen, attempt: screen.attempt + 1 })}
          onLeave={toMenu}
        />
      );
    case 'quiz':
      return <Quiz game={game} entry={screen.entry} sessionId={sessionId} onLeave={toMenu} />;
    case 'sandbox':
      return (
        <SandboxEditor
          game={game}
          open={screen.open}
          flownTo={screen.flownTo}
          onFly={(sandbox) => {
            growOnSmallScreens();
            setScreen({ name: 'free flight', open: sandbox });
          }}
          onLeave={toMenu}
        />
      );
    case 'free flight': {
      const toEditor = (flownTo?: State): void => setScreen({ name: 'sandbox', open: screen.open, flownTo });
      return (
        <FlightScreen
          game={game}
          scenario={scenarioOf(screen.open.data)}
          sessionId={null}
          onAgain={toEditor}
          onLeave={toEditor}
        />
      );
    }
  }
}

const LOOK_EVERY_MS = 15_000;

/**
 * The running class that receives the player's results. A class may begin, be joined or be selected on the page while the
 * game is open, so it is asked for again on every screen and in between.
 */
function useRunningClass(api: PlatformApi, screen: Screen['name']) {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => api.sessionId(),
    retry: false,
    refetchInterval: LOOK_EVERY_MS,
  });
  const { refetch } = session;
  useEffect(() => {
    if (screen !== 'sandbox') void refetch();
  }, [screen, refetch]);
  return session;
}

/** Everything the menu shows; what fails leaves the rest usable. */
async function loadPlatform(api: PlatformApi, sessionId: string | null) {
  const [catalogue, scores] = await Promise.all([api.catalogue(), api.ownScores(sessionId).catch(() => [])]);
  return { catalogue, sessionId, scores };
}

export type Platform = Awaited<ReturnType<typeof loadPlatform>>;

async function openSandbox(api: PlatformApi, entry: SandboxEntry | null): Promise<OpenSandbox | null> {
  if (!entry) return null;
  const { data, version } = (await api.openSandbox(entry.id)) as Pick<OpenSandbox, 'data' | 'version'>;
  return { id: entry.id, title: entry.title, version, data };
}

/** It moves so slowly that nobody sees more. */
const BACKGROUND_EVERY_MS = 100;

/** The Earth turns behind the menus. */
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
