import { Command } from '@nestjs/cqrs';
import type { PasswordResetRequested } from '../../people/user.events.js';

/** Puts a recorded reset in force: the old password is refused, and no session goes on. Safe to run again. */
export class EnforceReset extends Command<void> {
  constructor(
    /** Id and version of the event on the user's stream. */
    readonly eventId: string,
    readonly version: number,
    readonly request: PasswordResetRequested['data'],
  ) {
    super();
  }
}
