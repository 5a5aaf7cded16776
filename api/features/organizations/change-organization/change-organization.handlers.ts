import { Injectable } from '@nestjs/common';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { organizationStream } from '../organization.stream.js';

/** Marks an organization paid or unpaid. Safe to run again. */
export class SetOrganizationPaid {
  constructor(
    readonly organizationId: string,
    readonly isPaid: boolean,
    readonly context: CommandContext,
  ) {}
}

/** Sets the user limit: 5 to 1,000 in steps of 5. A limit below the present use disables nobody (docs/rules.md#user-limit). */
export class ChangeUserLimit {
  constructor(
    readonly organizationId: string,
    readonly userLimit: number,
    readonly context: CommandContext,
  ) {}
}

/** Turns the recording of classes on or off. Safe to run again. */
export class RecordClasses {
  constructor(
    readonly organizationId: string,
    readonly recordsClasses: boolean,
    readonly context: CommandContext,
  ) {}
}

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

@Injectable()
export class RecordClassesHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ organizationId, recordsClasses, context }: RecordClasses): Promise<AppendResult | undefined> {
    const stream = organizationStream.of(organizationId);
    const command = { type: 'RecordClasses', recordsClasses } as const;
    return (await this.commands.handle(stream, command, context)).appended;
  }
}
