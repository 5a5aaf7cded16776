import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';

/**
 * Disables a user as the consequence of another event, which `cause` names. It replaces a class as the cause. Does nothing for other
 * disabled users and for deleted or unknown ones, because no caller waits for a refusal.
 */
export class DisableUser extends Command<AppendResult | undefined> {
  constructor(
    readonly userId: string,
    readonly cause: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
