import { Command } from '@nestjs/cqrs';
import type { Actor } from '../../../platform/auth/actor.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';

/** An administrator's reset of somebody else's password (decisions W2); the code is told once. */
export class ResetOfUser extends Command<{ readonly code: string; readonly position: LogPosition | undefined }> {
  constructor(
    readonly userId: string,
    readonly actor: Actor,
    readonly context: CommandContext,
  ) {
    super();
  }
}
