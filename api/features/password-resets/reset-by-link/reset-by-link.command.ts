import { Command } from '@nestjs/cqrs';
import type { LinkResetRequest } from '../../../contracts/password-reset.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';

/** Sets a new password with the token of a mailed link; all defects have the same answer (docs/rules.md#reset-by-link). */
export class ResetByLink extends Command<LogPosition | undefined> {
  constructor(
    readonly request: LinkResetRequest,
    readonly context: CommandContext,
  ) {
    super();
  }
}
