import { atom } from '../../shared/state/jotai.js';

export interface PlayedScenario {
  scenarioId: string;
  /** When it was begun, ISO 8601. */
  since: string;
}

/** The scenario the player is in; null outside of all. */
export const playedScenarioAtom = atom<PlayedScenario | null>(null);

/** To be told by whoever shows the game: the scenario that is played now, null when it is left. */
export const playScenarioAtom = atom(null, (get, set, scenarioId: string | null) => {
  if ((get(playedScenarioAtom)?.scenarioId ?? null) === scenarioId) return;
  set(playedScenarioAtom, scenarioId === null ? null : { scenarioId, since: new Date().toISOString() });
});
