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

/** 5 to 1,000 in steps of 5; a limit below current use disables nobody (decisions O4). */
export class ChangeUserLimit extends Command<AppendResult | undefined> {
  constructor(
    readonly organizationId: string,
    readonly userLimit: number,
    readonly context: CommandContext,
  ) {
    super();
  }
}
