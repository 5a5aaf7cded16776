import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Marks an organization paid or unpaid; already so is fine. */
export class SetOrganizationPaid {
  constructor(
    readonly organizationId: string,
    readonly isPaid: boolean,
    readonly context: CommandContext,
  ) {}
}

/**
 * Sets the user limit: 5 to 1,000 in steps of 5; a limit below the present use disables nobody (docs/rules.md#user-limit).
 */
export class ChangeUserLimit {
  constructor(
    readonly organizationId: string,
    readonly userLimit: number,
    readonly context: CommandContext,
  ) {}
}
