import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Deletes an organization without users and courses. Refused with ORGANIZATION_IN_USE, or NOT_FOUND. */
export class DeleteOrganization {
  constructor(
    readonly organizationId: string,
    readonly context: CommandContext,
  ) {}
}
