import { leastRankOf } from './effective-result.rule.js';
import type { LeaderboardNaming } from './leaderboard.contract.js';
import { type DebriefAttempts, isBetterInGradebook, isBetterOnBoard, isRankable } from './debrief-attempts.rule.js';
import type { Recording, RecordedStep } from './recording.contract.js';
import { ATTEMPT_FLAGS } from './recording.rule.js';
import { rankOfLevel } from './result-level.rule.js';

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
  leastLevel: 0,
  answersReleased: false,
  resumedSequence: 0,
  clearedSequence: 0,
};

/** A list without an attempt at this place. */
export const NONE = -1;

/** Status of an attempt: the rank of its level, plus this when it is set aside. */
const SET_ASIDE = 4;

/** The class at one moment. Lists by cell contain indexes of attempts, or {@link NONE}. */
export interface DebriefState {
  /** The attempt that counts. */
  readonly best: Int32Array;
  /** The attempt that boards rank. */
  readonly ranked: Int32Array;
  /** The newest attempt so far, from which `previous` leads to the earlier ones. */
  readonly newest: Int32Array;
  /** {@link ranked} at the freeze; null while the board is not frozen. */
  frozen: Int32Array | null;
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
  state.frozen = from.frozen;
  state.facts = from.facts;
}

const isSetAside = (status: number): boolean => (status & SET_ASIDE) !== 0;
export const levelRankOf = (status: number): number => status & (SET_ASIDE - 1);

/** Applies entries to a state. `previous` contains the attempt before each one in its cell, in the order of the debrief. */
export class DebriefFold {
  constructor(
    private readonly attempts: DebriefAttempts,
    private readonly previous: Int32Array,
    private readonly indexOf: (attemptId: string) => number | undefined,
  ) {}

  /** Returns whether an attempt is late at this moment. */
  isLate({ facts }: DebriefState, index: number): boolean {
    const { flags, sequences } = this.attempts;
    return (flags[index]! & ATTEMPT_FLAGS.late) !== 0 && sequences[index]! >= facts.resumedSequence;
  }

  addAttempt(state: DebriefState, index: number): void {
    const cell = this.attempts.cells[index]!;
    state.newest[cell] = index;
    this.consider(state, cell, index);
  }

  changeRoster({ roster }: DebriefState, [, , kind, person]: Recording['roster'][number]): void {
    roster[person] = { joined: ROSTER_CODES.joined, left: ROSTER_CODES.absent, moved: ROSTER_CODES.moved }[kind];
  }

  applyStep(state: DebriefState, step: RecordedStep): void {
    const [sequence] = step;
    switch (step[2]) {
      case 'started':
        return change(state, { startedAt: step[3], endedAt: null });
      case 'ended':
        return change(state, { endedAt: step[3] });
      case 'resumed':
        change(state, { endedAt: null, resumedSequence: sequence, edition: state.facts.published });
        return this.recountAll(state);
      case 'frozen':
        state.frozen = state.ranked.slice();
        return change(state, { frozenAt: step[3] });
      case 'revealed':
        state.frozen = null;
        return change(state, { frozenAt: null });
      case 'naming':
        return change(state, { naming: step[3] });
      case 'cleared':
        state.ranked.fill(NONE);
        state.frozen &&= new Int32Array(state.ranked.length).fill(NONE);
        return change(state, { clearedSequence: sequence });
      case 'answers-released':
        return change(state, { answersReleased: true });
      case 'answers-withheld':
        return change(state, { answersReleased: false });
      case 'catalogue':
        return change(state, { published: step[3], ...(state.facts.endedAt === null && { edition: step[3] }) });
      case 'verified':
        return this.setLevel(state, step[3], step[4]);
      case 'differed':
        return this.setLevel(state, step[3], rankOfLevel('Reported'));
      case 'accepted':
        return this.setAside(state, step[3], false);
      case 'set-aside':
        return this.setAside(state, step[3], true);
      case 'undone':
        return this.setAside(state, step[3], step[4] === 'SetAside');
      case 'counting':
        change(state, { leastLevel: leastRankOf(step[3]) });
        return this.recountAll(state);
      case 'scheduled':
      case 'schedule-cancelled':
      case 'end-scheduled':
        return undefined;
      default:
        return step satisfies never;
    }
  }

  private setLevel(state: DebriefState, attemptId: string, level: number): void {
    this.setStatus(state, attemptId, (status) => (status & SET_ASIDE) | level);
  }

  private setAside(state: DebriefState, attemptId: string, isAside: boolean): void {
    this.setStatus(state, attemptId, (status) => levelRankOf(status) | (isAside ? SET_ASIDE : 0));
  }

  private setStatus(state: DebriefState, attemptId: string, next: (status: number) => number): void {
    const index = this.indexOf(attemptId);
    if (index === undefined) return;
    state.status[index] = next(state.status[index]!);
    this.recount(state, this.attempts.cells[index]!);
  }

  private recountAll(state: DebriefState): void {
    for (let cell = 0; cell < state.newest.length; cell += 1) this.recount(state, cell);
  }

  /** Compares all attempts of a cell again. */
  private recount(state: DebriefState, cell: number): void {
    state.best[cell] = state.ranked[cell] = NONE;
    for (let index = state.newest[cell]!; index !== NONE; index = this.previous[index]!)
      this.consider(state, cell, index);
  }

  /** Makes an attempt the result of its cell if it may count and is better than the present one (docs/rules.md#effective-result). */
  private consider(state: DebriefState, cell: number, index: number): void {
    const { best, ranked, facts } = state;
    const status = state.status[index]!;
    if (isSetAside(status) || levelRankOf(status) < facts.leastLevel || this.isLate(state, index)) return;
    const present = best[cell]!;
    if (present === NONE || isBetterInGradebook(this.attempts, index, present)) best[cell] = index;
    if (!isRankable(this.attempts, index) || this.attempts.sequences[index]! <= facts.clearedSequence) return;
    const leading = ranked[cell]!;
    if (leading === NONE || isBetterOnBoard(this.attempts, index, leading)) ranked[cell] = index;
  }
}

function change(state: DebriefState, changes: Partial<DebriefFacts>): void {
  state.facts = { ...state.facts, ...changes };
}
