import { Injectable, type OnModuleInit } from '@nestjs/common';
import { parseLeaderboardTopicId } from '../../contracts/leaderboard.contract.js';
import type { LeaderboardScope } from '../../contracts/leaderboard-topic.rule.js';
import type { Actor } from '../../platform/auth/actor.js';
import { type LiveRead, type LiveTopicDefinition, LiveTopics } from '../../platform/live/live-topic.js';
import { CatalogueQuery } from '../catalogue/catalogue.query.js';
import { isStaffOf } from '../courses/course-staff.query.js';
import { CourseQuery } from '../courses/course.query.js';
import { LeaderboardQuery } from './leaderboard.query.js';

/** A board on a screen shows no more; one's own place below it is a GET. */
const SHOWN = 100;

/** Topic `leaderboard`: the first places of a class's board, one small snapshot for all who watch it. */
@Injectable()
export class LeaderboardLive implements LiveTopicDefinition, OnModuleInit {
  readonly topic = 'leaderboard';
  readonly kind = 'snapshot';

  constructor(
    private readonly topics: LiveTopics,
    private readonly courses: CourseQuery,
    private readonly catalogue: CatalogueQuery,
    private readonly leaderboards: LeaderboardQuery,
  ) {}

  onModuleInit(): void {
    this.topics.register(this);
  }

  async audienceOf(actor: Actor, id: string): Promise<string | null> {
    const scope = parseLeaderboardTopicId(id);
    if (!scope || !(await this.isInCatalogue(scope))) return null;
    const found = await this.courses.findClass(scope.sessionId);
    if (!found) return null;
    if (actor.roles.includes('SystemAdmin')) return 'system-admin';
    const member = isStaffOf(actor, found.course) || (await this.courses.isOnRoster(scope.sessionId, actor.userId));
    return member ? 'member' : null;
  }

  changeIdOf(id: string): string {
    return parseLeaderboardTopicId(id)?.sessionId ?? id;
  }

  async read(id: string, audience: string): Promise<LiveRead> {
    const { sessionId, campaignId, scenarioId } = parseLeaderboardTopicId(id)!;
    const filter = {
      sessionId,
      organizationId: null,
      campaignId: campaignId ?? null,
      scenarioId: scenarioId ?? null,
    };
    const board = await this.leaderboards.read(filter, SHOWN, null, audience === 'system-admin');
    const { sequence, generation, topScores } = board;
    return { sequence, generation, rows: [{ key: 'snapshot', sequence, value: { topScores, frozenAt: null } }] };
  }

  /** Nobody opens a board, and a room, for each id that could be one. */
  private async isInCatalogue({ campaignId, scenarioId }: LeaderboardScope): Promise<boolean> {
    if (scenarioId === undefined && campaignId === undefined) return true;
    const { byId, scenarios } = await this.catalogue.current();
    return scenarioId === undefined
      ? scenarios.some((scenario) => scenario.campaignId === campaignId)
      : byId.has(scenarioId);
  }
}
