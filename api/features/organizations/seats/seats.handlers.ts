import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { notFound } from '../../../platform/domain-error.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { foldUsers } from '../../people/user-by-stream.query.js';
import { organizationByStream } from '../organization-by-stream.query.js';
import { type SeatsCommand, seatsStream } from '../seats.stream.js';
import { CheckSeat, ReserveSeat, ReleaseSeat, TakeSeat } from './seats.commands.js';

/** Takes, checks or reserves seats. Reads the limit from the stream, because a read model may be stale. */
@Injectable()
export class Seating {
  constructor(
    private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async seat(
    type: 'Take' | 'Check',
    { organizationId, userIds, context }: Pick<TakeSeat, 'organizationId' | 'userIds' | 'context'>,
  ): Promise<AppendResult | undefined> {
    const { userLimit } = await this.find(organizationId);
    return this.handle({ type, organizationId, userIds, userLimit }, context);
  }

  async reserve({ organizationId, holderId, context }: ReserveSeat): Promise<AppendResult | undefined> {
    await this.find(organizationId);
    return this.handle({ type: 'Reserve', organizationId, holderId }, context);
  }

  /** @throws DomainError NOT_FOUND for an unknown organization */
  private async find(organizationId: string): Promise<{ readonly userLimit: number }> {
    const organization = await organizationByStream(this.store, organizationId);
    if (!organization) throw notFound('The organization');
    return organization;
  }

  private async handle(command: SeatsCommand, context: CommandContext): Promise<AppendResult | undefined> {
    const stream = seatsStream.of(command.organizationId);
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

  execute(command: ReserveSeat): Promise<AppendResult | undefined> {
    return this.seating.reserve(command);
  }
}

@CommandHandler(ReleaseSeat)
export class ReleaseSeatHandler implements ICommandHandler<ReleaseSeat> {
  constructor(
    private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ organizationId, userIds, context }: ReleaseSeat): Promise<AppendResult | undefined> {
    const needed = await this.membersAmong(userIds, organizationId);
    const unused = userIds.filter((userId) => !needed.includes(userId));
    const stream = seatsStream.of(organizationId);
    const release = { type: 'Release', organizationId, userIds: unused } as const;
    const { appended } = await this.commands.handle(stream, release, ownContext(context));
    // Users who became members in between found the seat still taken and took none. The limit does not apply to members.
    const members = await this.membersAmong(unused, organizationId);
    if (members.length === 0) return appended;
    const take = { type: 'Take', organizationId, userIds: members, userLimit: Infinity } as const;
    return (await this.commands.handle(stream, take, ownContext(context))).appended;
  }

  /** Returns the users who are enabled and belong to the organization, by their streams. */
  private async membersAmong(userIds: readonly string[], organizationId: string): Promise<string[]> {
    const users = await foldUsers(this.store, userIds);
    return users
      .filter((user) => user.status === 'enabled' && user.organizationId === organizationId)
      .map(({ userId }) => userId);
  }
}

/**
 * Returns a context with a new command id. One request may take a seat, release it and, repeated, take it again. Repeats are safe because
 * the state is a set.
 */
const ownContext = ({ metadata }: CommandContext): CommandContext => ({ commandId: uuidv7(), metadata });
