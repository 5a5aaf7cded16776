import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';

/** Mails the user of a new account a link to choose a password, valid for seven days. */
export class InviteUser extends Command<LogPosition | undefined> {
  constructor(
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
