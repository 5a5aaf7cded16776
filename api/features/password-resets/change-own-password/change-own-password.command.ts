import { Command } from '@nestjs/cqrs';
import type { ChangePasswordRequest } from '../../../contracts/own-account.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';

/** Changes the password of a signed-in person and ends all their other sessions. Refused with a map of fields. */
export class ChangeOwnPassword extends Command<LogPosition | undefined> {
  constructor(
    readonly actor: Actor,
    readonly request: ChangePasswordRequest,
    readonly context: CommandContext,
  ) {
    super();
  }
}
