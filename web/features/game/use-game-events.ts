import { useEffect, useEffectEvent, useState } from 'react';
import { readClipboard } from './clipboard.js';
import type { EventFan, GameEvent, GameListener } from './game-events.js';
import type { ResultQueue } from './result-queue.js';
import { sendToGame, type UnityInstance } from './unity-instance.js';

/** The class that receives the player's results, as the game receives it. */
export interface PlayedClass {
  /** Null while no class of the player is running. */
  sessionId: string | null;
  /** Name of that class; empty without one. */
  name: string;
  /** All running classes of the player, including `sessionId`. */
  runningSessionIds: readonly string[];
}

/** Handlers of the game's events, and the data that the page sends to the game. */
export interface GameHandlers {
  onLogOut: () => void;
  onQuit: () => void;
  /** Called with the scenario that is being played, null between scenarios. */
  onScenario: (scenarioId: string | null) => void;
  results: ResultQueue;
  /** Undefined until the page knows it. */
  playedClass: PlayedClass | undefined;
  /** JSON of the flights to replay, a `RecordedFlight[]`; undefined on a page for playing. */
  replay?: string | undefined;
  /** Called when the game can replay flights. */
  onReplay?: () => void;
}

const MAX_ID_LENGTH = 64;

/** Connects the events of the game with the page, for the lifetime of the game. */
export function useGameEvents(fan: EventFan, game: UnityInstance | null, handlers: GameHandlers): void {
  const { results, playedClass, replay } = handlers;
  const [watchesClass, setWatchesClass] = useState(false);
  const [watchesReplay, setWatchesReplay] = useState(false);
  const logOut = useEffectEvent(() => handlers.onLogOut());
  const quit = useEffectEvent(() => handlers.onQuit());
  const canReplay = useEffectEvent(() => handlers.onReplay?.());
  const changeScenario = useEffectEvent((scenarioId: string | null) => handlers.onScenario(scenarioId));

  useEffect(() => {
    if (!game) return undefined;
    const listeners: Record<GameEvent, GameListener> = {
      LogOut: logOut,
      Quit: quit,
      GetTextFromClipboard: () => void readClipboard().then((text) => sendToGame(game, 'ReceiveClipboardText', text)),
      SubmitResult: (json) => {
        const result = parsed(json);
        if (result) results.add(result);
      },
      ScenarioChanged: (json) => {
        const { scenarioId } = (parsed(json) ?? {}) as { scenarioId?: unknown };
        if (scenarioId === null || (typeof scenarioId === 'string' && scenarioId.length <= MAX_ID_LENGTH)) {
          changeScenario(scenarioId);
        }
      },
      WatchClass: () => setWatchesClass(true),
      WatchReplay: () => {
        setWatchesReplay(true);
        canReplay();
      },
    };
    const stops = Object.entries(listeners).map(([name, listener]) => fan.on(name as GameEvent, listener));
    stops.push(results.onState((news) => sendToGame(game, 'ReceiveResultState', JSON.stringify(news))));
    return () => {
      for (const stop of stops) stop();
      changeScenario(null);
    };
  }, [fan, game, results]);

  // compared as text, because each refetch creates a new object for the same class
  const classText = playedClass && JSON.stringify(playedClass);
  useEffect(() => {
    if (game && watchesClass && classText) sendToGame(game, 'ReceiveClass', classText);
  }, [game, watchesClass, classText]);

  useEffect(() => {
    if (game && watchesReplay && replay !== undefined) sendToGame(game, 'ReceiveReplay', replay);
  }, [game, watchesReplay, replay]);
}

/** Parses JSON text of an object; null for anything else, because a game may send any text. */
function parsed(json: unknown): object | null {
  try {
    const value: unknown = JSON.parse(String(json));
    return typeof value === 'object' ? value : null;
  } catch {
    console.error('The game sent a message that is not valid JSON.');
    return null;
  }
}
