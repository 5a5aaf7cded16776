import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { ChangeLeaderboardRequest, type LeaderboardSettings } from '../../../contracts/leaderboard.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { LatestClassQuery } from '../../courses/latest-class.query.js';
import { courseLeaderboardStream } from '../course-leaderboard.stream.js';
import { ChangeCourseLeaderboard, ChangeCourseLeaderboardHandler } from './change-leaderboard.handler.js';
import { settingsOf } from './settings-of.js';

/**
 * Routes of the settings of a course's leaderboards, for its staff, read from the streams
 * (docs/rules.md#leaderboard-settings).
 */
@Controller('groups/:id/leaderboard')
@Roles(...STAFF)
export class LeaderboardSettingsController {
  constructor(
    private readonly access: CourseAccess,
    private readonly changeCourseLeaderboard: ChangeCourseLeaderboardHandler,
    private readonly latestClass: LatestClassQuery,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @Get()
  async read(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<LeaderboardSettings> {
    await this.access.courseOfStaff(actor, id);
    const board = await courseLeaderboardStream.of(id).state(this.store);
    return settingsOf(board, await this.latestClass.find(id, context.metadata.occurredAt));
  }

  @Put()
  async change(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: ChangeLeaderboardRequest }) body: ChangeLeaderboardRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<LeaderboardSettings> {
    await this.access.courseToChange(actor, id);
    const { settings, appended } = await this.changeCourseLeaderboard.execute(
      new ChangeCourseLeaderboard(id, body, context),
    );
    context.recordPosition(appended);
    return settings;
  }
}
