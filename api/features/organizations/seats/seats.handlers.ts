import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { notFound } from '../../../platform/domain-error.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { organizationByStream } from '../organization-by-stream.query.js';
import { seatsStream } from '../seats.stream.js';
import { CheckSeat, ReserveSeat, ReleaseSeat, TakeSeat } from './seats.commands.js';

/** Takes or checks seats. Reads the limit from the stream, because a read model may be stale. */
@Injectable()
export class Seating {
  constructor(
    private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async seat(
    type: 'Take' | 'Check',
    { organizationId, userIds, context }: Pick<TakeSeat, 'organizationId' | 'userIds' | 'context'>,
    limit?: number,
  ): Promise<AppendResult | undefined> {
    const organization = await organizationByStream(this.store, organizationId);
    if (!organization) throw notFound('The organization');
    const command = { type, organizationId, userIds, userLimit: limit ?? organization.userLimit };
    const stream = seatsStream.of(organizationId);
    return (await this.commands.handle(stream, command, ownContext(context))).appended;
  }
}

@CommandHandler(TakeSeat)
export class TakeSeatHandler implements ICommandHandler<TakeSeat> {
  constructor(private readonly seating: Seating) {}

  execute(command: TakeSeat): Promise<AppendResult | undefined> {
    return this.seating.seat('Take', command);
  }
}

@CommandHandler(CheckSeat)
export class CheckSeatHandler implements ICommandHandler<CheckSeat> {
  constructor(private readonly seating: Seating) {}

  async execute(command: CheckSeat): Promise<void> {
    await this.seating.seat('Check', command);
  }
}

@CommandHandler(ReserveSeat)
export class ReserveSeatHandler implements ICommandHandler<ReserveSeat> {
  constructor(private readonly seating: Seating) {}

  execute({ organizationId, holderId, context }: ReserveSeat): Promise<AppendResult | undefined> {
    return this.seating.seat('Take', { organizationId, userIds: [holderId], context }, Number.POSITIVE_INFINITY);
  }
}

@CommandHandler(ReleaseSeat)
export class ReleaseSeatHandler implements ICommandHandler<ReleaseSeat> {
  constructor(private readonly commands: Commands) {}

  async execute({ organizationId, userIds, context }: ReleaseSeat): Promise<AppendResult | undefined> {
    const command = { type: 'Release', organizationId, userIds } as const;
    return (await this.commands.handle(seatsStream.of(organizationId), command, ownContext(context))).appended;
  }
}

/**
 * Returns a context with a new command id. One request may take a seat, release it and, repeated, take it again. Repeats are safe because
 * the state is a set.
 */
const ownContext = ({ metadata }: CommandContext): CommandContext => ({ commandId: uuidv7(), metadata });
