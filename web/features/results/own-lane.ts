import { type Completion, progressOf } from '../../../api/contracts/class-progress.rule.js';
import type { OwnDebrief } from '../../../api/contracts/own-debrief.contract.js';
import { HELP_CODES, PRESENCE_CODES } from '../../../api/contracts/recording.rule.js';
import type { OwnAttempt } from '../../../api/contracts/results.contract.js';

/** A time span in milliseconds since 1970 in which the student's state is the same. */
export interface LaneBlock {
  readonly from: number;
  readonly to: number;
  readonly state: 'online' | 'idle' | 'offline';
  readonly scenarioId: string | null;
}

/** Something that happened to the student, with its time in milliseconds since 1970. */
export type LaneStep = { readonly at: number } & (
  | { readonly kind: 'online' | 'idle' | 'back' | 'offline' | 'asked' | 'answered' | 'resolved' | 'withdrawn' }
  | { readonly kind: 'opened'; readonly scenarioId: string }
  | { readonly kind: 'handed-in'; readonly scenarioId: string; readonly attempt: OwnAttempt }
);

/** The student's part of a class, between its start and its end. */
export interface OwnLane {
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly LaneBlock[];
  /** Sorted by time. */
  readonly steps: readonly LaneStep[];
  /** Number of completed scenarios from a minute since the start on. */
  readonly done: readonly (readonly [minute: number, completed: number])[];
}

type State = OwnDebrief['states'][number];

const MINUTE_MS = 60_000;

/** Returns the student's part of a class. `now` ends a class that still runs, in milliseconds since 1970. */
export function ownLaneOf({ results, states }: OwnDebrief, now: number): OwnLane {
  const { startDate, endDate } = results.session!;
  const start = startDate === null ? now : Date.parse(startDate);
  const end = Math.max(start, endDate === null ? now : Date.parse(endDate));
  // Times of a class have whole seconds, and those of states have not.
  const during = states.filter(([at]) => at < end + 1_000);
  const handedIn = results.scenarios.flatMap(({ scenarioId, attempts }) =>
    attempts.map((attempt): LaneStep & { kind: 'handed-in' } => ({
      at: Date.parse(attempt.time),
      kind: 'handed-in',
      scenarioId,
      attempt,
    })),
  );
  const lastMinute = Math.floor((end - start) / MINUTE_MS);
  const minuteOf = (at: number): number => Math.min(Math.max(0, Math.floor((at - start) / MINUTE_MS)), lastMinute);
  return {
    start,
    end,
    blocks: blocksOf(during, end),
    steps: [...during.flatMap((state, place) => stepsOf(state, during[place - 1])), ...handedIn].toSorted(
      (a, b) => a.at - b.at,
    ),
    done: progressOf(1, completionsOf(handedIn, minuteOf)).map(([minute, , completed]) => [minute, completed]),
  };
}

function completionsOf(
  handedIn: readonly (LaneStep & { kind: 'handed-in' })[],
  minuteOf: (at: number) => number,
): Completion[] {
  const first = new Map<string, number>();
  for (const { at, scenarioId, attempt } of handedIn) {
    if (!attempt.late) first.set(scenarioId, Math.min(at, first.get(scenarioId) ?? Infinity));
  }
  return [...first.values()].map((at) => ({ userId: '', minute: minuteOf(at) }));
}

const STATES = { [PRESENCE_CODES.online]: 'online', [PRESENCE_CODES.idle]: 'idle' } as const;
const stateOf = (presence: number): LaneBlock['state'] => STATES[presence as keyof typeof STATES] ?? 'offline';

function blocksOf(states: readonly State[], end: number): LaneBlock[] {
  const blocks: LaneBlock[] = [];
  states.forEach(([from, presence, , scenarioId], place) => {
    const to = Math.min(end, states[place + 1]?.[0] ?? end);
    const state = stateOf(presence);
    const last = blocks.at(-1);
    // A change of the help request is no other block.
    if (last?.state === state && last.scenarioId === scenarioId) blocks.splice(-1, 1, { ...last, to });
    else if (to > from) blocks.push({ from, to, state, scenarioId });
  });
  return blocks;
}

const OFFLINE: State = [0, PRESENCE_CODES.offline, HELP_CODES.none, null];

/** Returns what changed from one state to the next. */
function stepsOf([at, presence, help, scenarioId]: State, before: State = OFFLINE): LaneStep[] {
  const [, presenceBefore, helpBefore, scenarioBefore] = before;
  const steps: LaneStep[] = [];
  if (presence !== presenceBefore) steps.push({ at, kind: presenceStep(presence, presenceBefore) });
  if (scenarioId !== null && scenarioId !== scenarioBefore) steps.push({ at, kind: 'opened', scenarioId });
  const helped = help === helpBefore ? undefined : helpStep(help, helpBefore);
  if (helped) steps.push({ at, kind: helped });
  return steps;
}

function presenceStep(presence: number, before: number): 'online' | 'idle' | 'back' | 'offline' {
  if (presence === PRESENCE_CODES.offline) return 'offline';
  if (presence === PRESENCE_CODES.idle) return 'idle';
  return before === PRESENCE_CODES.idle ? 'back' : 'online';
}

function helpStep(help: number, before: number): 'asked' | 'answered' | 'resolved' | 'withdrawn' | undefined {
  if (help === HELP_CODES.asked) return 'asked';
  if (help === HELP_CODES.answered) return 'answered';
  if (help === HELP_CODES.resolved) return 'resolved';
  return before === HELP_CODES.resolved ? undefined : 'withdrawn';
}
