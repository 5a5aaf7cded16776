import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';

/**
 * Disables somebody because of what happened elsewhere, named by `cause`. Nobody asks for it, so nobody is refused: who is
 * disabled, deleted or unknown is passed over.
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
