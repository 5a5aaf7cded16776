import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';

/** Mails the confirmation of a pending e-mail address once more; links mailed before stop working. */
export class ResendEmailChange extends Command<AppendResult | undefined> {
  constructor(
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Gives up a pending e-mail address. */
export class CancelEmailChange extends Command<AppendResult | undefined> {
  constructor(
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Puts a pending e-mail address in force. Refused with INVALID_LINK for everything that is wrong with the token. */
export class ConfirmEmail extends Command<AppendResult | undefined> {
  constructor(
    readonly userId: string,
    readonly token: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Restores a previous e-mail address, ends all sessions and requires a new password. Refused as {@link ConfirmEmail}. */
export class RestoreEmail extends Command<AppendResult | undefined> {
  constructor(
    readonly userId: string,
    readonly token: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
