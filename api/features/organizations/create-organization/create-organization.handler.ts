import { Injectable } from '@nestjs/common';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { notFound } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { Organization } from '../../../contracts/organization.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { compensationOf } from '../../../platform/eventsourcing/system-context.js';
import { organizationStream } from '../organization.stream.js';

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

@Injectable()
export class CreateOrganizationHandler {
  constructor(
    private readonly commands: Commands,
    private readonly claims: Claims,
  ) {}

  async execute({ name, context }: CreateOrganization): Promise<OrganizationCreation> {
    const organizationId = context.commandId;
    const stream = organizationStream.of(organizationId);
    const owner = { id: organizationId, stream: stream.name };
    const claim = { kind: 'organization', value: name, field: 'Name', message: 'Organization name is already taken.' };
    const { state, appended } = await this.claims.withClaims(
      owner,
      [claim],
      (held) => {
        const now = context.metadata.occurredAt;
        const command = { type: 'CreateOrganization', organizationId, name, nameHmac: held.hmacs[0]!, now } as const;
        return this.commands.handle(stream, command, context, held);
      },
      () => this.commands.handle(stream, { type: 'Delete' }, compensationOf(context)),
    );
    if (state.status === 'missing') throw notFound('The organization');
    const organization = {
      id: organizationId,
      name: state.name,
      createdDate: toMoment(new Date(state.createdAt)),
      isPaid: state.status === 'paid',
      userLimit: state.userLimit,
      activeUsers: 0,
      recordsClasses: state.recordsClasses,
    };
    return { organizationId, organization, appended };
  }
}
