import type { ChangePasswordRequest } from '../../../contracts/own-account.contract.js';
import type { Actor } from '../../../platform/auth/actor.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Changes the password of a signed-in person and ends all their other sessions. Refused with a map of fields. */
export class ChangeOwnPassword {
  constructor(
    readonly actor: Actor,
    readonly request: ChangePasswordRequest,
    readonly context: CommandContext,
  ) {}
}
