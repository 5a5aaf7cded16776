import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import type { PasswordChanged, PasswordResetRequested } from '../user.events.js';
import type { Authorized } from '../user.stream.js';

/** The recorded event about a password. `position` is undefined when an earlier run of the command recorded it. */
export interface RecordedOnUser {
  readonly eventId: string;
  readonly version: number;
  readonly position: LogPosition | undefined;
}

/**
 * Records that a user may choose a new password until `expiresAt`. The caller checks who is allowed to request it, and names the user as
 * of that check in `authorizedFor`.
 */
export class RecordResetRequested extends Command<RecordedOnUser> {
  constructor(
    readonly userId: string,
    readonly by: PasswordResetRequested['data']['by'],
    readonly expiresAt: string,
    readonly context: CommandContext,
    readonly authorizedFor?: Authorized['authorizedFor'],
  ) {
    super();
  }
}

/** Records that a user has a new password; once for each command id. */
export class RecordPasswordChanged extends Command<RecordedOnUser> {
  constructor(
    readonly userId: string,
    readonly how: PasswordChanged['data']['how'],
    readonly context: CommandContext,
  ) {
    super();
  }
}
