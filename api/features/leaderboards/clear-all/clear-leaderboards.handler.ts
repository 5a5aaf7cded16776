import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { LEADERBOARDS_STREAM } from '../leaderboard.events.js';
import { leaderboardsDecider } from './leaderboards.decider.js';

/** All boards start again from this place in the log; gradebooks keep what they have (decisions S10). */
export class ClearLeaderboards extends Command<AppendResult | undefined> {
  constructor(readonly context: CommandContext) {
    super();
  }
}

@CommandHandler(ClearLeaderboards)
export class ClearLeaderboardsHandler implements ICommandHandler<ClearLeaderboards> {
  constructor(private readonly commands: Commands) {}

  async execute({ context }: ClearLeaderboards): Promise<AppendResult | undefined> {
    const command = { now: context.metadata.occurredAt };
    return (await this.commands.handle(leaderboardsDecider, LEADERBOARDS_STREAM, command, context)).appended;
  }
}
