import { Command } from '@nestjs/cqrs';
import type { PasswordHash } from '../../../platform/auth/credentials.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/**
 * Verifies the password of a signed-in person. Refused with a message for the field CurrentPassword. Refused with TOO_MANY_REQUESTS by the
 * limits of sign-ins, so that a borrowed session cannot be used to guess the password.
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
