import { Injectable } from '@nestjs/common';
import type { ChangeLeaderboardRequest, LeaderboardSettings } from '../../../contracts/leaderboard.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { LatestClassQuery } from '../../courses/latest-class.query.js';
import { courseLeaderboardStream } from '../course-leaderboard.stream.js';
import { settingsOf } from './settings-of.js';

interface ChangedLeaderboard {
  readonly settings: LeaderboardSettings;
  readonly appended: AppendResult | undefined;
}

/** Command to freeze or reveal the board of a course's class, or to change the naming. Omitted settings stay unchanged. */
export class ChangeCourseLeaderboard {
  constructor(
    readonly courseId: string,
    readonly request: ChangeLeaderboardRequest,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class ChangeCourseLeaderboardHandler {
  constructor(
    private readonly commands: Commands,
    private readonly latestClass: LatestClassQuery,
  ) {}

  async execute({ courseId, request, context }: ChangeCourseLeaderboard): Promise<ChangedLeaderboard> {
    const now = context.metadata.occurredAt;
    const sessionId = await this.latestClass.find(courseId, now);
    const { frozen, naming } = request;
    const command = { courseId, sessionId, frozen, naming, now };
    const stream = courseLeaderboardStream.of(courseId);
    const { state, appended } = await this.commands.handle(stream, command, context);
    return { settings: settingsOf(state, sessionId), appended };
  }
}
