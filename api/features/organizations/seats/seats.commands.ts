import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';

/**
 * Takes seats in an organization for all of these users or for none; users with a seat keep it. Send it before a user is registered,
 * enabled or moved, and {@link ReleaseSeat} when that is refused. Refused with USER_LIMIT_REACHED, ORGANIZATION_DELETED, or NOT_FOUND for
 * an unknown organization.
 */
export class TakeSeat extends Command<AppendResult | undefined> {
  constructor(
    readonly organizationId: string,
    readonly userIds: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Makes a reservation, which uses no seat. `holderId` is not the id of a user. The organization is not deleted before the reservation ends,
 * and a concurrent deletion checks again. End it with {@link ReleaseSeat}; the sweep ends it after ten minutes. Refused with
 * ORGANIZATION_DELETED, or NOT_FOUND for an unknown organization.
 */
export class ReserveSeat extends Command<AppendResult | undefined> {
  constructor(
    readonly organizationId: string,
    readonly holderId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Checks whether {@link TakeSeat} would be refused now. Advice only, because another request may take the seat. */
export class CheckSeat extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly userIds: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Releases seats; skips users without one, and enabled users of the organization, who need theirs. */
export class ReleaseSeat extends Command<AppendResult | undefined> {
  constructor(
    readonly organizationId: string,
    readonly userIds: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}
