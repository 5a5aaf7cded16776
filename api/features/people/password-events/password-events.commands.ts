import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import type { PasswordChanged, PasswordResetRequested } from '../user.events.js';

/** Where an event about a password lies. `position` undefined: it had been recorded before. */
export interface RecordedOnUser {
  readonly eventId: string;
  readonly version: number;
  readonly position: LogPosition | undefined;
}

/** Records that somebody's password may be chosen anew until `expiresAt`. Who may ask for it is decided before. */
export class RecordResetRequested extends Command<RecordedOnUser> {
  constructor(
    readonly userId: string,
    readonly by: PasswordResetRequested['data']['by'],
    readonly expiresAt: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Records that somebody has a new password; once for each command id. */
export class RecordPasswordChanged extends Command<RecordedOnUser> {
  constructor(
    readonly userId: string,
    readonly how: PasswordChanged['data']['how'],
    readonly context: CommandContext,
  ) {
    super();
  }
}
