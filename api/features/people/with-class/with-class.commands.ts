import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Disables a player because a class ended. Who is no player, disabled already, deleted or unknown is passed over. */
export class DisableWithClass extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Enables somebody whom the end of the class has disabled, and nothing since, when their organization has a seat. Anybody
 * else is passed over.
 */
export class EnableWithClass extends Command<void> {
  constructor(
    readonly userId: string,
    readonly sessionId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
