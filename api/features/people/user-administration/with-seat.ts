import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { HoldSeat, ReleaseSeat, TakeSeat } from '../../organizations/seats/seats.commands.js';

/** Changes that need a seat. */
@Injectable()
export class WithSeat {
  constructor(private readonly commandBus: CommandBus) {}

  /**
   * Takes a seat, then does the work; the seat is given back when that is refused. After any other failure nobody knows
   * whether the work was done, and whoever keeps the seats finds out.
   */
  async during<T>(
    organizationId: string | null,
    userId: string,
    context: CommandContext,
    work: () => Promise<T>,
  ): Promise<T> {
    if (organizationId === null) return work();
    await this.commandBus.execute(new TakeSeat(organizationId, [userId], context));
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError)
        await this.commandBus.execute(new ReleaseSeat(organizationId, [userId], context));
      throw error;
    }
  }

  /** Does work that needs no seat, but an organization that stays while it is done. */
  async whileItStays<T>(organizationId: string, context: CommandContext, work: () => Promise<T>): Promise<T> {
    const holderId = uuidv7();
    const release = () => this.commandBus.execute(new ReleaseSeat(organizationId, [holderId], context));
    await this.commandBus.execute(new HoldSeat(organizationId, holderId, context));
    try {
      const done = await work();
      await release();
      return done;
    } catch (error) {
      if (error instanceof DomainError) await release();
      throw error;
    }
  }
}
