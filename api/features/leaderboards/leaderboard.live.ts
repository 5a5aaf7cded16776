import { z } from 'zod';
import { LIVE_PLACES, type LiveLeaderboard, parseLeaderboardTopicId } from '../../contracts/leaderboard.contract.js';
import type { LeaderboardScope } from '../../contracts/leaderboard-topic.rule.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { snapshot } from '../../platform/live/live-topic.js';
import { CatalogueQuery } from '../catalogue/catalogue.query.js';
import { ClassWatchers } from '../courses/class-watchers.policy.js';
import { type LiveAudience, LiveBoards } from './read-board/live-boards.js';

const BoardId = z
  .string()
  .transform(parseLeaderboardTopicId)
  .pipe(z.custom<LeaderboardScope>((scope) => scope !== null));

/** Topic `leaderboard`: the first ranks of a class's board, one small snapshot for each audience. */
export const leaderboardTopic = defineTopic({
  topic: 'leaderboard',
  kind: 'snapshot',
  // The board of a large class changes constantly, and each message goes to every watcher. Two messages a second are enough.
  pauseMs: 500,
  id: BoardId,
  follows: ({ sessionId }) => ({ topic: 'leaderboard', id: sessionId }),
  inject: [ClassWatchers, CatalogueQuery, LiveBoards],
  create: (watchers, catalogue, boards) => ({
    async audienceOf(actor, scope): Promise<LiveAudience | null> {
      if (!((await isInCatalogue(catalogue, scope)) || (await boards.hasResults(scope)))) return null;
      const audience = await watchers.audienceOf(actor, scope.sessionId);
      if (audience !== 'staff') return audience;
      if (scope.asStudents) return 'student';
      return actor.roles.includes('SystemAdmin') ? 'system-admin' : 'staff';
    },
    /** Reads the board. Students receive the frozen one while it is frozen, see `LiveBoards`. */
    async read(scope, audience) {
      const { topScores, frozenAt, ...place } = await boards.read(scope, audience, LIVE_PLACES);
      const value: LiveLeaderboard = { topScores, frozenAt: frozenAt && toMoment(frozenAt) };
      return snapshot(place, value);
    },
  }),
});

/** True for scenarios and campaigns that exist. This limits the boards, and the rooms that watchers can open for them. */
async function isInCatalogue(
  catalogue: CatalogueQuery,
  { campaignId, scenarioId }: LeaderboardScope,
): Promise<boolean> {
  if (scenarioId === undefined && campaignId === undefined) return true;
  const { byId, scenarios } = await catalogue.current();
  return scenarioId === undefined
    ? scenarios.some((scenario) => scenario.campaignId === campaignId)
    : byId.has(scenarioId);
}
