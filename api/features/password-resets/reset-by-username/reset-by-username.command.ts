import { Command } from '@nestjs/cqrs';
import type { UsernameResetRequest } from '../../../contracts/password-reset.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';

/** Sets the password of whoever showed their one-time code; `name` is the one of the path (decisions W3). */
export class ResetByUsername extends Command<LogPosition | undefined> {
  constructor(
    readonly name: string,
    readonly request: UsernameResetRequest,
    readonly proof: string | undefined,
    readonly context: CommandContext,
  ) {
    super();
  }
}
