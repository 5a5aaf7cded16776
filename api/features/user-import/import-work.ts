import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidv5 } from 'uuid';
import { DomainError } from '../../platform/domain-error.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import type { EventMetadata } from '../../platform/eventsourcing/message.js';
import { inParallel } from '../../platform/in-parallel.js';
import { ReleaseSeat, ReserveSeat, TakeSeat } from '../organizations/seats/seats.commands.js';
import { RegisterUser } from '../people/register-user/register-user.command.js';
import type { ImportLease, ImportRow, RowOutcome } from './import-lease.js';
import { Imports } from './imports.js';

/** Small enough to show progress and to repeat little after a crash. */
const CHUNK = 25;
/** Limited, because the database serves other requests too. */
const PARALLEL_ROWS = 8;
const PAUSE_SECONDS = 5;
const STUCK_AFTER_MINUTES = 15;
const STUCK = 'The account could not be created. Import the file again.';

/** Reservation that keeps an organization from being deleted while disabled users, who take no seat, are registered there. */
interface Reservation {
  readonly organizationId: string;
  readonly holderId: string;
  readonly userIds: readonly string[];
}

/**
 * Creates the accounts of an import, a few rows at a time. Ids are derived from the import, and seats are taken before accounts are
 * created. A worker that continues after a crash therefore creates no account and takes no seat twice.
 */
@Injectable()
export class ImportWork implements OnModuleDestroy {
  private readonly running = new Set<Promise<void>>();
  private stopping = false;

  constructor(
    private readonly imports: Imports,
    private readonly commandBus: CommandBus,
  ) {}

  /** Processes an import until it has ended or `signal` aborts; does nothing while another worker holds it. */
  async run(importId: string, signal?: AbortSignal): Promise<void> {
    const mustStop = (): boolean => this.stopping || signal?.aborted === true;
    const lease = mustStop() ? null : await this.imports.lease(importId);
    if (!lease) return;
    const work = this.finish(lease, mustStop);
    this.running.add(work);
    await work.finally(() => this.running.delete(work));
  }

  /** Releases the hold, so that the next worker does not have to wait for it to expire. */
  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.running);
  }

  private async finish(lease: ImportLease, mustStop: () => boolean): Promise<void> {
    try {
      for (;;) {
        const rows = mustStop() ? [] : await lease.next(CHUNK);
        if (mustStop()) return await lease.release(0);
        if (rows.length === 0) return await lease.end();
        await lease.settle(await this.make(rows, lease.metadata));
      }
    } catch (error) {
      // Without the database the failure cannot be stored; the hold then expires.
      await this.afterFailure(lease).catch(() => undefined);
      throw error;
    }
  }

  /** Ends a stuck import, because a row that always fails would block further imports of the organization. */
  private async afterFailure(lease: ImportLease): Promise<void> {
    if (await lease.isStuck(STUCK_AFTER_MINUTES)) {
      for (let rows = await lease.next(CHUNK); rows.length > 0; rows = await lease.next(CHUNK))
        await lease.settle(rows.map((row) => ({ row, reason: STUCK })));
      await lease.end();
    }
    await lease.release(PAUSE_SECONDS);
  }

  /** Creates the accounts of rows. After a failure the outcome is unknown, so the seats stay reserved until the rows are retried. */
  private async make(rows: readonly ImportRow[], metadata: EventMetadata): Promise<RowOutcome[]> {
    const unseated = await this.takeSeats(rows, metadata);
    const reservations = reservationsFor(rows);
    const unreserved = await this.reserveSeats(reservations, metadata);
    const outcomes = await inParallel(PARALLEL_ROWS, rows, async (row) => ({
      row,
      reason: unseated.get(row.userId) ?? unreserved.get(row.userId) ?? (await this.register(row, metadata)),
    }));
    for (const { organizationId, holderId } of reservations)
      await this.commandBus.execute(new ReleaseSeat(organizationId, [holderId], contextOf(holderId, metadata)));
    return outcomes;
  }

  /** Reserves seats; a retry finds them reserved. Returns the reasons of refusals by user id. */
  private async reserveSeats(
    reservations: readonly Reservation[],
    metadata: EventMetadata,
  ): Promise<ReadonlyMap<string, string>> {
    const refused = new Map<string, string>();
    for (const { organizationId, holderId, userIds } of reservations) {
      const reserve = new ReserveSeat(organizationId, holderId, contextOf(holderId, metadata));
      const reason = await refusalOf(() => this.commandBus.execute(reserve));
      if (reason !== null) for (const userId of userIds) refused.set(userId, reason);
    }
    return refused;
  }

  /** Takes seats for the rows that need one. Returns the reasons of refusals by user id. */
  private async takeSeats(rows: readonly ImportRow[], metadata: EventMetadata): Promise<ReadonlyMap<string, string>> {
    const refused = new Map<string, string>();
    for (const [organizationId, userIds] of usersByOrganization(rows.filter(({ enabled }) => enabled))) {
      if ((await this.takeSeat(organizationId, userIds, metadata)) === null) continue;
      for (const userId of userIds) {
        const reason = await this.takeSeat(organizationId, [userId], metadata);
        if (reason !== null) refused.set(userId, reason);
      }
    }
    return refused;
  }

  private takeSeat(
    organizationId: string,
    userIds: readonly string[],
    metadata: EventMetadata,
  ): Promise<string | null> {
    return refusalOf(() =>
      this.commandBus.execute(new TakeSeat(organizationId, userIds, contextOf(userIds[0]!, metadata))),
    );
  }

  private async register(row: ImportRow, metadata: EventMetadata): Promise<string | null> {
    const { line: _line, userId, organization: _organization, enabled, ...profile } = row;
    const disabledBy = enabled ? undefined : 'admin';
    const registration = { ...profile, password: null, disabledBy, through: 'import' } as const;
    const context = contextOf(userId, metadata);
    const reason = await refusalOf(() => this.commandBus.execute(new RegisterUser(registration, context)));
    if (reason !== null && enabled && row.organizationId !== null)
      await this.commandBus.execute(new ReleaseSeat(row.organizationId, [userId], context));
    return reason;
  }
}

/** Returns the seats to reserve for rows. Their holders are derived from the rows, so that a retry reserves no further seats. */
const reservationsFor = (rows: readonly ImportRow[]): Reservation[] =>
  [...usersByOrganization(rows.filter(({ enabled }) => !enabled))].map(([organizationId, userIds]) => ({
    organizationId,
    holderId: uuidv5('disabled users of an import', userIds[0]!),
    userIds,
  }));

/** Returns the ids of users by organization; leaves out users without one. */
function usersByOrganization(rows: readonly ImportRow[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const { organizationId, userId } of rows) {
    if (organizationId === null) continue;
    users.set(organizationId, [...(users.get(organizationId) ?? []), userId]);
  }
  return users;
}

const contextOf = (commandId: string, metadata: EventMetadata): CommandContext => ({ commandId, metadata });

/** Returns the message of a refusal, null on success. Temporary errors are thrown, so that the row is retried. */
async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.status !== 503) return error.message;
    throw error;
  }
}
