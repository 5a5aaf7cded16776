import type { Organization } from '../../../contracts/organization.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';

export interface OrganizationCreation {
  readonly organizationId: string;
  readonly organization: Organization;
  readonly appended: AppendResult | undefined;
}

/** Creates an organization whose id is the command's id, so that a repeat with the same idempotency key finds it. */
export class CreateOrganization {
  constructor(
    readonly name: string,
    readonly context: CommandContext,
  ) {}
}
