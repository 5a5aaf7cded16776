import { Command } from '@nestjs/cqrs';
import type { PasswordHash } from '../../../platform/auth/credentials.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/**
 * Makes sure that a signed-in person knows their password. Refused with a message for the field CurrentPassword, and with
 * TOO_MANY_REQUESTS by the same limits as a sign-in: whoever borrowed the session must not be able to guess.
 */
export class ConfirmPassword extends Command<PasswordHash> {
  constructor(
    readonly userId: string,
    readonly password: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
