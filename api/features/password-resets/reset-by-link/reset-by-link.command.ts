import { Command } from '@nestjs/cqrs';
import type { LinkResetRequest } from '../../../contracts/password-reset.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';

/** Sets a new password with what a mailed link carried; refused alike for all that is not right about it (decisions W5). */
export class ResetByLink extends Command<LogPosition | undefined> {
  constructor(
    readonly request: LinkResetRequest,
    readonly context: CommandContext,
  ) {
    super();
  }
}
