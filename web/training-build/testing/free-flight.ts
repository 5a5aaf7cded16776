import type { Orbit } from '../flight/orbit.js';
import type { FlightScenario } from '../flight/scenario.js';
import type { State } from '../flight/state.js';

/** Returns a scenario without goal, limits and end, from any state. */
export const freeFlight = (orbit: Orbit, start: State): FlightScenario => ({
  scenarioId: 'free',
  version: 0,
  title: 'Free',
  mode: 'Sandbox',
  orbit,
  start,
  tank: 100,
  cooldown: 0,
  timeLimit: Infinity,
  limits: [],
  contactRadius: 0,
  goal: { kind: 'free' },
  par: { fuel: 0, seconds: 0 },
  maxScore: 0,
  briefing: [],
});
