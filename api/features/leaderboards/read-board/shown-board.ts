import type { LeaderboardEntry, LeaderboardNaming } from '../../../contracts/leaderboard.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { BoardRow } from './board.query.js';
import type { BoardNames } from './board-names.js';

/** Whom rows are shown to, and what they may read. */
export interface Viewer {
  /** Null: nobody in particular, as everybody who watches a live board reads the same. */
  readonly userId: string | null;
  readonly withOrganizations: boolean;
  /** Whether they read people's names; staff alone, and only on boards that are not shown to students. */
  readonly withNames: boolean;
  /** What they read in the place of names; `names` for staff. */
  readonly naming: LeaderboardNaming;
  /** What has names of its own: the course, or all of an organization's courses. */
  readonly nameScope: string;
  /** Whether what courses have hidden is hidden from them, on boards that span courses. */
  readonly respectsHidden: boolean;
}

const HIDDEN = { names: 0, aliases: 1, anonymous: 2 } as const;

/** The id under which somebody's rows are on the board that is shown. */
export const shownId = (names: BoardNames, { naming, nameScope }: Viewer, userId: string): string =>
  naming === 'names' ? userId : names.standIn(nameScope, userId).userId;

/** True where the viewer must not learn who this is. */
export const isMasked = ({ naming, respectsHidden, userId }: Viewer, row: BoardRow): boolean =>
  row.user_id !== userId && (naming !== 'names' || (respectsHidden && row.hidden > 0));

/** Rows as the viewer may read them; within them no two made-up names are alike. */
export function shownEntries(names: BoardNames, viewer: Viewer, rows: readonly BoardRow[]): LeaderboardEntry[] {
  const used = new Set<string>();
  return rows.map((row) => {
    if (!isMasked(viewer, row)) return toEntry(row, shownId(names, viewer, row.user_id), row.username, viewer);
    const { userId, alias, suffix } = names.standIn(viewer.nameScope, row.user_id);
    const isNameless = Math.max(HIDDEN[viewer.naming], viewer.respectsHidden ? row.hidden : 0) === HIDDEN.anonymous;
    const name = isNameless ? 'Student' : used.has(alias) ? `${alias}-${suffix}` : alias;
    used.add(name);
    return toEntry(row, userId, name, viewer);
  });
}

const toEntry = (
  row: BoardRow,
  userId: string,
  userName: string,
  { withOrganizations, withNames }: Viewer,
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
