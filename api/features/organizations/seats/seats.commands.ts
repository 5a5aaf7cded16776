import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';

/**
 * Seats in an organization, for all of these users or for none; who has one already keeps it. To be taken before somebody
 * is registered, enabled or moved there, and given back with {@link ReleaseSeat} when that is refused.
 * Refused with USER_LIMIT_REACHED, ORGANIZATION_DELETED, or NOT_FOUND for an unknown organization.
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
 * A seat beyond the limit, for nobody (`holderId` is no user's): as long as it is held the organization is not deleted, and
 * who was about to delete it looks again. To be given back with {@link ReleaseSeat}; one that is left is taken back after ten
 * minutes. Refused with ORGANIZATION_DELETED, or NOT_FOUND for an unknown organization.
 */
export class HoldSeat extends Command<AppendResult | undefined> {
  constructor(
    readonly organizationId: string,
    readonly holderId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Refused as {@link TakeSeat} would be at this moment, and takes nothing: advice, somebody else may be faster. */
export class CheckSeat extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly userIds: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Gives seats back; who has none is passed over. */
export class ReleaseSeat extends Command<AppendResult | undefined> {
  constructor(
    readonly organizationId: string,
    readonly userIds: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}
