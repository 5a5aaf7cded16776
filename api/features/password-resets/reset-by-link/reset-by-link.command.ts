import type { LinkResetRequest } from '../../../contracts/password-reset.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Sets a new password with the token of a mailed link; all defects have the same answer (docs/rules.md#reset-by-link). */
export class ResetByLink {
  constructor(
    readonly request: LinkResetRequest,
    readonly context: CommandContext,
  ) {}
}
