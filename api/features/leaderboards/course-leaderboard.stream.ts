import type { LeaderboardNaming } from '../../contracts/leaderboard.contract.js';
import { DomainError } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type CourseLeaderboardEvent, courseLeaderboardEvents } from './leaderboard.events.js';

/** Leaderboard settings of a course: how students are named, and the frozen classes with the time of each freeze. */
export interface CourseLeaderboard {
  readonly naming: LeaderboardNaming;
  readonly frozen: ReadonlyMap<string, string>;
}

/** Command to change the settings. `sessionId` is the running or the newest ended class, or null; `now` is in ISO 8601. */
export interface ChangeLeaderboard {
  readonly courseId: string;
  readonly sessionId: string | null;
  readonly frozen: boolean | undefined;
  readonly naming: LeaderboardNaming | undefined;
  readonly now: string;
}

/**
 * Only the running or the newest ended class can be frozen. Revealing also reveals earlier classes, because they cannot be
 * addressed any more.
 */
export const courseLeaderboardStream = defineStream({
  prefix: 'leaderboard',
  events: courseLeaderboardEvents,
  initialState: { naming: 'names', frozen: new Map() } as CourseLeaderboard,

  decide(command: ChangeLeaderboard, board): CourseLeaderboardEvent[] {
    return [...decideFrozen(command, board), ...decideNaming(command, board)];
  },

  evolve(board, event): CourseLeaderboard {
    switch (event.type) {
      case 'LeaderboardFrozen':
        return { ...board, frozen: new Map([...board.frozen, [event.data.sessionId, event.data.frozenAt]]) };
      case 'LeaderboardRevealed':
        return { ...board, frozen: new Map([...board.frozen].filter(([id]) => id !== event.data.sessionId)) };
      case 'LeaderboardNamingChanged':
        return { ...board, naming: event.data.naming };
      default:
        event satisfies never;
        return board;
    }
  },
});

function decideFrozen(
  { courseId, sessionId, frozen, now }: ChangeLeaderboard,
  board: CourseLeaderboard,
): CourseLeaderboardEvent[] {
  if (frozen === undefined) return [];
  if (sessionId === null) {
    throw new DomainError(
      'NO_ACTIVE_CLASS',
      'No class of this course has started yet. Start one, then freeze its board.',
    );
  }
  if (frozen) {
    if (board.frozen.has(sessionId)) return [];
    return [{ type: 'LeaderboardFrozen', data: { courseId, sessionId, frozenAt: now } }];
  }
  return [...board.frozen.keys()].map((sessionId) => ({
    type: 'LeaderboardRevealed',
    data: { courseId, sessionId, revealedAt: now },
  }));
}

const decideNaming = ({ courseId, naming }: ChangeLeaderboard, board: CourseLeaderboard): CourseLeaderboardEvent[] =>
  naming === undefined || naming === board.naming
    ? []
    : [{ type: 'LeaderboardNamingChanged', data: { courseId, naming } }];
