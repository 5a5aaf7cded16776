import type { Actor } from '../../../platform/auth/actor.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Resets another user's password; the response shows the one-time code once (docs/rules.md#reset-by-an-administrator). */
export class ResetOfUser {
  constructor(
    readonly userId: string,
    readonly actor: Actor,
    readonly context: CommandContext,
  ) {}
}
