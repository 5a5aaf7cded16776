import type { LeaderboardEntry, LeaderboardNaming } from '../../../contracts/leaderboard.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { BoardRow } from './board.query.js';
import { type BoardNames, distinctNames } from './board-names.js';

/** The person who views a board, and what this viewer is allowed to see. */
export interface BoardViewer {
  /** Null for live boards, whose watchers all receive the same rows. */
  readonly userId: string | null;
  readonly withOrganizations: boolean;
  /** True when the viewer sees people's names: staff only, and only on boards that are not shown to students. */
  readonly withNames: boolean;
  /** What the viewer sees instead of names. `names` for staff. */
  readonly naming: LeaderboardNaming;
  /** Scope of the aliases: the course, or the organization for all of its courses. */
  readonly nameScope: string;
  /** True when the viewer must not see identities that a course hides, on boards across courses. */
  readonly respectsHidden: boolean;
}

const HIDDEN = { names: 0, aliases: 1, anonymous: 2 } as const;

/** Returns the id of a student's rows on the shown board. */
export const shownId = (names: BoardNames, { naming, nameScope }: BoardViewer, userId: string): string =>
  naming === 'names' ? userId : names.standIn(nameScope, userId).userId;

/** True when the viewer must not see the identity of the student. */
export const isMasked = ({ naming, respectsHidden, userId }: BoardViewer, row: BoardRow): boolean =>
  row.user_id !== userId && (naming !== 'names' || (respectsHidden && row.hidden > 0));

/** Returns rows as the viewer is allowed to see them. Aliases are unique within these rows. */
export function shownEntries(names: BoardNames, viewer: BoardViewer, rows: readonly BoardRow[]): LeaderboardEntry[] {
  const nameOf = distinctNames();
  return rows.map((row) => {
    if (!isMasked(viewer, row)) return toEntry(row, shownId(names, viewer, row.user_id), row.username, viewer);
    const alias = names.standIn(viewer.nameScope, row.user_id);
    const isNameless = Math.max(HIDDEN[viewer.naming], viewer.respectsHidden ? row.hidden : 0) === HIDDEN.anonymous;
    return toEntry(row, alias.userId, isNameless ? 'Student' : nameOf(alias), viewer);
  });
}

const toEntry = (
  row: BoardRow,
  userId: string,
  userName: string,
  { withOrganizations, withNames }: BoardViewer,
): LeaderboardEntry => ({
  rank: row.rank,
  userId,
  userName,
  name: withNames ? row.person_name : null,
  organizationName: withOrganizations ? row.organization_name : null,
  score: row.score,
  totalScore: row.total_score,
  questionsScore: row.questions_score,
  scenariosPassed: row.scenarios_passed,
  achievedAt: toMoment(row.achieved_at),
});
