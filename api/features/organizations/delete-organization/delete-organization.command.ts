import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';

/** Deletes an organization without users and courses. Refused with ORGANIZATION_IN_USE, or NOT_FOUND. */
export class DeleteOrganization extends Command<AppendResult> {
  constructor(
    readonly organizationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
