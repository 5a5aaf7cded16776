import { Command } from '@nestjs/cqrs';
import type { PasswordResetRequested } from '../../people/user.events.js';

/** Enforces a recorded reset: refuses the old password and ends all sessions. Safe to run again. */
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
