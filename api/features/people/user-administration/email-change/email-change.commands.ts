import type { CommandContext } from '../../../../platform/eventsourcing/command-handling.js';

/** Mails the confirmation of a pending e-mail address once more; links mailed before stop working. */
export class ResendEmailChange {
  constructor(
    readonly userId: string,
    readonly context: CommandContext,
  ) {}
}

/** Gives up a pending e-mail address. */
export class CancelEmailChange {
  constructor(
    readonly userId: string,
    readonly context: CommandContext,
  ) {}
}

/** Puts a pending e-mail address in force. Refused with INVALID_LINK for everything that is wrong with the token. */
export class ConfirmEmail {
  constructor(
    readonly userId: string,
    readonly token: string,
    readonly context: CommandContext,
  ) {}
}

/** Restores a previous e-mail address, ends all sessions and requires a new password. Refused as {@link ConfirmEmail}. */
export class RestoreEmail {
  constructor(
    readonly userId: string,
    readonly token: string,
    readonly context: CommandContext,
  ) {}
}
