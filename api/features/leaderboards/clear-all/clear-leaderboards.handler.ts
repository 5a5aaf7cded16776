import { Injectable } from '@nestjs/common';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { leaderboardsStream } from './leaderboards.stream.js';

/** Command to restart all leaderboards from this point in the log (docs/rules.md#clearing-leaderboards). */
export class ClearLeaderboards {
  constructor(readonly context: CommandContext) {}
}

@Injectable()
export class ClearLeaderboardsHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ context }: ClearLeaderboards): Promise<AppendResult | undefined> {
    const command = { now: context.metadata.occurredAt };
    return (await this.commands.handle(leaderboardsStream.of(), command, context)).appended;
  }
}
