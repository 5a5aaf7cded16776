import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LIVE_PLACES, type LiveLeaderboard, parseLeaderboardTopicId } from '../../contracts/leaderboard.contract.js';
import type { LeaderboardScope } from '../../contracts/leaderboard-topic.rule.js';
import { toMoment } from '../../contracts/primitives.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../platform/live/live-topic.js';
import { CatalogueQuery } from '../catalogue/catalogue.query.js';
import { ClassWatchersQuery } from '../courses/class-watchers.query.js';
import { LiveBoards, type LiveAudience } from './read-board/live-boards.js';

/** Topic `leaderboard`: the first places of a class's board, one small snapshot for all of an audience who watch it. */
@Injectable()
export class LeaderboardLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'leaderboard';
  readonly kind = 'snapshot';
  /** A board of thousands changes all the time: twice a second is live enough, and what everybody can be sent. */
  readonly pauseMs = 500;

  constructor(
    private readonly topics: LiveTopics,
    private readonly watchers: ClassWatchersQuery,
    private readonly catalogue: CatalogueQuery,
    private readonly boards: LiveBoards,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(actor: Actor, id: string): Promise<LiveAudience | null> {
    const scope = parseLeaderboardTopicId(id);
    if (!scope || !((await this.isInCatalogue(scope)) || (await this.boards.hasResults(scope)))) return null;
    const standing = await this.watchers.standing(actor, scope.sessionId);
    if (standing !== 'staff') return standing;
    if (scope.asStudents) return 'student';
    return actor.roles.includes('SystemAdmin') ? 'system-admin' : 'staff';
  }

  changeIdOf(id: string): string {
    return parseLeaderboardTopicId(id)?.sessionId ?? id;
  }

  async read(id: string, audience: string): Promise<LiveRead> {
    const board = await this.boards.read(parseLeaderboardTopicId(id)!, audience as LiveAudience, LIVE_PLACES);
    const { sequence, generation, topScores, frozenAt } = board;
    const value: LiveLeaderboard = { topScores, frozenAt: frozenAt && toMoment(frozenAt) };
    return { sequence, generation, rows: [{ key: 'snapshot', sequence, value }] };
  }

  /** Nobody opens a board, and a room, for each id that could be one: what is played now, or was in this class. */
  private async isInCatalogue({ campaignId, scenarioId }: LeaderboardScope): Promise<boolean> {
    if (scenarioId === undefined && campaignId === undefined) return true;
    const { byId, scenarios } = await this.catalogue.current();
    return scenarioId === undefined
      ? scenarios.some((scenario) => scenario.campaignId === campaignId)
      : byId.has(scenarioId);
  }
}
