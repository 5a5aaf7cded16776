import { Command } from '@nestjs/cqrs';
import type { Actor } from '../../../platform/auth/actor.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';

/** Resets another user's password; the response shows the one-time code once (docs/rules.md#reset-by-an-administrator). */
export class ResetOfUser extends Command<{ readonly code: string; readonly position: LogPosition | undefined }> {
  constructor(
    readonly userId: string,
    readonly actor: Actor,
    readonly context: CommandContext,
  ) {
    super();
  }
}
