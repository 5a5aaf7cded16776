import { GEOSTATIONARY, LOW_ORBIT } from '../flight/orbit.js';
import type { FlightScenario } from '../flight/scenario.js';
import type { State } from '../flight/state.js';
import type { SandboxSaves } from './sandbox-saves.js';

/** Stored data of a sandbox; metres, metres a second, seconds. */
export interface SandboxData {
  readonly orbit: 'low' | 'geostationary';
  readonly start: State;
  readonly tank: number;
  readonly cooldown: number;
}

/** An open sandbox; `id` is null until it is saved. */
export interface OpenSandbox {
  readonly id: string | null;
  readonly title: string;
  readonly version: number;
  readonly data: SandboxData;
  /** True when changed since it was opened or saved. */
  readonly unsaved?: boolean;
  /** Keys of its saves, kept during a flight so that a later save can repeat one whose answer was lost. */
  readonly saves?: SandboxSaves;
}

export const NEW_SANDBOX: OpenSandbox = {
  id: null,
  title: 'My sandbox',
  version: 0,
  data: { orbit: 'low', start: { position: [0, -1_000, 0], velocity: [0, 0, 0] }, tank: 50, cooldown: 0 },
};

/** Returns a scenario without a goal from a sandbox's data. */
export const scenarioOf = ({ orbit, start, tank, cooldown }: SandboxData): FlightScenario => ({
  scenarioId: 'sandbox',
  version: 0,
  title: 'Sandbox',
  mode: 'Sandbox',
  orbit: orbit === 'low' ? LOW_ORBIT : GEOSTATIONARY,
  start,
  tank,
  cooldown,
  timeLimit: Infinity,
  limits: [],
  contactRadius: 0,
  goal: { kind: 'free' },
  par: { fuel: 0, seconds: 0 },
  maxScore: 0,
  briefing: ['There is no goal. Try out what burns do.'],
});
