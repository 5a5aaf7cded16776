import type { CellResults } from './cell-results.rule.js';
import type { DebriefAttempts } from './debrief-attempts.rule.js';
import type { DecisionStep } from './debrief-decisions.rule.js';
import { DEFAULT_GRADING, type Figures, type Grading } from './grading.rule.js';
import type { LeaderboardNaming } from './leaderboard.contract.js';
import type { Recording } from './recording.contract.js';

/** Places on a roster. `moved`: to another organization, the results stay. */
export const ROSTER_CODES = { absent: 0, joined: 1, moved: 2 } as const;

/** What is true of the whole class at a moment. Replaced and never changed. */
export interface DebriefFacts {
  /** Milliseconds since 1970, like `endedAt` and `frozenAt`; null before the start. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly frozenAt: number | null;
  readonly naming: LeaderboardNaming;
  /** The edition of the catalogue. An ended class keeps that of its end. */
  readonly edition: number | null;
  /** The newest edition that was published, also after the end. */
  readonly published: number | null;
  readonly grading: Grading;
  /** Rank of the lowest level that counts. */
  readonly leastLevel: number;
  readonly answersReleased: boolean;
  /** Late attempts before this sequence count. */
  readonly resumedSequence: number;
  /** Only attempts after this sequence are ranked. */
  readonly clearedSequence: number;
}

const AT_FIRST: DebriefFacts = {
  startedAt: null,
  endedAt: null,
  frozenAt: null,
  naming: 'names',
  edition: null,
  published: null,
  grading: DEFAULT_GRADING,
  leastLevel: 0,
  answersReleased: false,
  resumedSequence: 0,
  clearedSequence: 0,
};

/** A list without an attempt at this place. */
export const NONE = -1;

/** The key of the decisions about an attempt. Cells have keys from 0 on. */
export const attemptKey = (index: number): number => -1 - index;

/** Status of an attempt: the rank of its level, plus this when it is set aside. */
export const SET_ASIDE = 4;

/** The results that boards rank: attempts, and what replaces their figures in some cells. */
export interface RankedResults {
  readonly ranked: Int32Array;
  readonly ruled: ReadonlyMap<number, CellResults>;
}

/** The class at one moment. Lists by cell contain indexes of attempts, or {@link NONE}. */
export interface DebriefState {
  /** The attempt that counts. */
  readonly best: Int32Array;
  /** The attempt that boards rank. */
  readonly ranked: Int32Array;
  /** The newest attempt so far, from which `previous` leads to the earlier ones. */
  readonly newest: Int32Array;
  /** The board at the freeze; null while it is not frozen. */
  frozen: RankedResults | null;
  /**
   * Results of cells that are not simply the best attempt: after decisions and regrades, and with other grading settings. `best` and
   * `ranked` have the attempts of these results too, {@link NONE} for points without an attempt.
   */
  readonly ruled: Map<number, CellResults>;
  /** Decisions that are in force, in their order, by the cell that they are about or by {@link attemptKey}. The lists never change. */
  readonly decisions: Map<number, readonly DecisionStep[]>;
  /** Figures after regrades, by attempt. */
  readonly figures: Map<number, Figures>;
  /** Codes of {@link ROSTER_CODES} by person. */
  readonly roster: Uint8Array;
  /** By attempt. */
  readonly status: Uint8Array;
  facts: DebriefFacts;
}

/** Returns the state before the first entry. */
export function stateAtFirst({ people, attempts }: Recording, { scenarios }: DebriefAttempts): DebriefState {
  const cells = people.length * scenarios;
  const status = new Uint8Array(attempts.length);
  for (let index = 0; index < attempts.length; index += 1) status[index] = attempts[index]![13];
  return {
    best: new Int32Array(cells).fill(NONE),
    ranked: new Int32Array(cells).fill(NONE),
    newest: new Int32Array(cells).fill(NONE),
    frozen: null,
    ruled: new Map(),
    decisions: new Map(),
    figures: new Map(),
    roster: new Uint8Array(people.length),
    status,
    facts: AT_FIRST,
  };
}

/** Returns a copy that later entries do not change. Frozen boards are shared, because they are only replaced. */
export const copyOf = (state: DebriefState): DebriefState => ({
  best: state.best.slice(),
  ranked: state.ranked.slice(),
  newest: state.newest.slice(),
  frozen: state.frozen,
  ruled: new Map(state.ruled),
  decisions: new Map(state.decisions),
  figures: new Map(state.figures),
  roster: state.roster.slice(),
  status: state.status.slice(),
  facts: state.facts,
});

/** Overwrites a state with another one of the same recording. */
export function assign(state: DebriefState, from: DebriefState): void {
  state.best.set(from.best);
  state.ranked.set(from.ranked);
  state.newest.set(from.newest);
  state.roster.set(from.roster);
  state.status.set(from.status);
  replace(state.ruled, from.ruled);
  replace(state.figures, from.figures);
  replace(state.decisions, from.decisions);
  state.frozen = from.frozen;
  state.facts = from.facts;
}

function replace<Value>(map: Map<number, Value>, from: ReadonlyMap<number, Value>): void {
  map.clear();
  for (const [key, value] of from) map.set(key, value);
}

export const isSetAside = (status: number): boolean => (status & SET_ASIDE) !== 0;
export const levelRankOf = (status: number): number => status & (SET_ASIDE - 1);
