import type { UsernameResetRequest } from '../../../contracts/password-reset.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/**
 * Sets the password of a person who has proved their one-time code; `name` is the one in the path
 * (docs/rules.md#reset-by-user-name).
 */
export class ResetByUsername {
  constructor(
    readonly name: string,
    readonly request: UsernameResetRequest,
    readonly proof: string | undefined,
    readonly context: CommandContext,
  ) {}
}
