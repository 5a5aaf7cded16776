import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';

/** Marks an organization paid or unpaid; already so is fine. */
export class SetOrganizationPaid extends Command<AppendResult | undefined> {
  constructor(
    readonly organizationId: string,
    readonly isPaid: boolean,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Sets the user limit: 5 to 1,000 in steps of 5; a limit below the present use disables nobody (docs/rules.md#user-limit).
 */
export class ChangeUserLimit extends Command<AppendResult | undefined> {
  constructor(
    readonly organizationId: string,
    readonly userLimit: number,
    readonly context: CommandContext,
  ) {
    super();
  }
}
