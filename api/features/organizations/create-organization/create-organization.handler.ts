import { Injectable } from '@nestjs/common';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { notFound } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { organizationStream } from '../organization.stream.js';
import { CreateOrganization, type OrganizationCreation } from './create-organization.command.js';

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
    const { state, appended } = await this.claims.during(owner, [claim], async ([nameHmac]) => {
      const now = context.metadata.occurredAt;
      const command = { type: 'CreateOrganization', organizationId, name, nameHmac: nameHmac!, now } as const;
      return this.commands.handle(stream, command, context);
    });
    if (state.status === 'missing') throw notFound('The organization');
    const organization = {
      id: organizationId,
      name: state.name,
      createdDate: toMoment(new Date(state.createdAt)),
      isPaid: state.status === 'paid',
      userLimit: state.userLimit,
      activeUsers: 0,
    };
    return { organizationId, organization, appended };
  }
}
