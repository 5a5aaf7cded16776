import { atom } from '../../shared/state/jotai.js';

export interface PlayedScenario {
  scenarioId: string;
  /** When it was started, ISO 8601. */
  since: string;
}

/** The scenario that the player is in; null when in none. */
export const playedScenarioAtom = atom<PlayedScenario | null>(null);

/** Sets the scenario that is being played, or null after it was left. Called by the component that shows the game. */
export const playScenarioAtom = atom(null, (get, set, scenarioId: string | null) => {
  if ((get(playedScenarioAtom)?.scenarioId ?? null) === scenarioId) return;
  set(playedScenarioAtom, scenarioId === null ? null : { scenarioId, since: new Date().toISOString() });
});
