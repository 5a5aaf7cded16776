import { Injectable } from '@nestjs/common';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { organizationStream } from '../organization.stream.js';
import { ChangeUserLimit, SetOrganizationPaid } from './change-organization.commands.js';

@Injectable()
export class SetOrganizationPaidHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ organizationId, isPaid, context }: SetOrganizationPaid): Promise<AppendResult | undefined> {
    const stream = organizationStream.of(organizationId);
    const command = { type: 'SetPaid', isPaid } as const;
    return (await this.commands.handle(stream, command, context)).appended;
  }
}

@Injectable()
export class ChangeUserLimitHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ organizationId, userLimit, context }: ChangeUserLimit): Promise<AppendResult | undefined> {
    const stream = organizationStream.of(organizationId);
    const command = { type: 'ChangeUserLimit', userLimit } as const;
    return (await this.commands.handle(stream, command, context)).appended;
  }
}
