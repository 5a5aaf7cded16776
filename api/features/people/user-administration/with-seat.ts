import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { ReserveSeat, ReleaseSeat, TakeSeat } from '../../organizations/seats/seats.commands.js';

/** Runs changes that need a seat. */
@Injectable()
export class WithSeat {
  constructor(private readonly commandBus: CommandBus) {}

  /**
   * Takes a seat, then runs `work`, and releases the seat when `work` is refused. After any other failure the outcome of `work` is unknown,
   * and the sweep of seats reconciles them.
   */
  async runWithSeat<T>(
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

  /** Runs `work` that needs no seat, and prevents the organization from being deleted meanwhile. */
  async runWithoutSeat<T>(organizationId: string, context: CommandContext, work: () => Promise<T>): Promise<T> {
    const holderId = uuidv7();
    const release = () => this.commandBus.execute(new ReleaseSeat(organizationId, [holderId], context));
    await this.commandBus.execute(new ReserveSeat(organizationId, holderId, context));
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
