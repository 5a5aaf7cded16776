import { useEffect, useEffectEvent } from 'react';
import { readClipboard } from './clipboard.js';
import type { EventFan, GameEvent, GameListener } from './game-events.js';
import type { ResultKeeper } from './result-keeper.js';
import { tell, type UnityInstance } from './unity-instance.js';

/** What the page does when the game wants something. */
export interface GameHandlers {
  onLogOut: () => void;
  onQuit: () => void;
  /** The scenario that is played now, null between scenarios. */
  onScenario: (scenarioId: string | null) => void;
  results: ResultKeeper;
}

const MAX_ID_LENGTH = 64;

/** Connects the events of the game with the page, for as long as the game is there. */
export function useGameEvents(fan: EventFan, game: UnityInstance | null, handlers: GameHandlers): void {
  const { results } = handlers;
  const logOut = useEffectEvent(() => handlers.onLogOut());
  const quit = useEffectEvent(() => handlers.onQuit());
  const changeScenario = useEffectEvent((scenarioId: string | null) => handlers.onScenario(scenarioId));

  useEffect(() => {
    if (!game) return undefined;
    const listeners: Record<GameEvent, GameListener> = {
      LogOut: logOut,
      Quit: quit,
      GetTextFromClipboard: () => void readClipboard().then((text) => tell(game, 'ReceiveClipboardText', text)),
      SubmitResult: (json) => {
        const result = parsed(json);
        if (result) results.keep(result);
      },
      ScenarioChanged: (json) => {
        const { scenarioId } = (parsed(json) ?? {}) as { scenarioId?: unknown };
        if (scenarioId === null || (typeof scenarioId === 'string' && scenarioId.length <= MAX_ID_LENGTH)) {
          changeScenario(scenarioId);
        }
      },
    };
    const stops = Object.entries(listeners).map(([name, listener]) => fan.on(name as GameEvent, listener));
    stops.push(results.onState((news) => tell(game, 'ReceiveResultState', JSON.stringify(news))));
    return () => {
      for (const stop of stops) stop();
      changeScenario(null);
    };
  }, [fan, game, results]);
}

/** Null for what is no object in JSON; a game may send anything. */
function parsed(json: unknown): object | null {
  try {
    const value: unknown = JSON.parse(String(json));
    return typeof value === 'object' ? value : null;
  } catch {
    console.error('The game sent something that cannot be read.');
    return null;
  }
}
