import { DomainError } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type SeatsEvent, seatsEvents } from './seats.events.js';

export interface Seats {
  /** Ids in buckets by their last two digits, so that a change copies a few ids instead of a thousand. */
  readonly holders: readonly (readonly string[])[];
  /** Number of holders, including those of reservations. */
  readonly taken: number;
  /** Holders of reservations, which use up no seat. */
  readonly reserved: readonly string[];
  readonly closed: boolean;
}

/**
 * Commands of seats. `userLimit` comes from the organization's stream. `Check` is refused like `Take`, without taking a seat. `Reserve` only
 * prevents the closing; `Release` also ends a reservation.
 */
export type SeatsCommand =
  | { type: 'Take' | 'Check'; organizationId: string; userIds: readonly string[]; userLimit: number }
  | { type: 'Reserve'; organizationId: string; holderId: string }
  | { type: 'Release'; organizationId: string; userIds: readonly string[] }
  | { type: 'Close'; organizationId: string };

/** Stream of an organization's seats. `Take` gives a seat to all of the users or to none. */
export const seatsStream = defineStream({
  prefix: 'seats',
  events: seatsEvents,
  initialState: { holders: Array.from({ length: 256 }, () => []), taken: 0, reserved: [], closed: false } as Seats,
  isBusy: true,

  decide(command: SeatsCommand, seats): SeatsEvent[] {
    const { organizationId } = command;
    if (command.type === 'Close') return close(organizationId, seats);
    if (command.type === 'Reserve') return reserve(command, seats);
    const userIds = [...new Set(command.userIds)];
    if (command.type === 'Release') {
      const held = userIds.filter((userId) => holds(seats, userId));
      return held.map((userId) => ({ type: 'SeatReleased', data: { organizationId, userId } }));
    }
    const newcomers = userIds.filter((userId) => !holds(seats, userId));
    if (newcomers.length === 0) return [];
    assertOpen(seats);
    if (seats.taken - seats.reserved.length + newcomers.length > command.userLimit) {
      throw new DomainError('USER_LIMIT_REACHED', 'The organization has reached its user limit.');
    }
    if (command.type === 'Check') return [];
    return newcomers.map((userId) => ({ type: 'SeatTaken', data: { organizationId, userId } }));
  },

  evolve(seats, event): Seats {
    switch (event.type) {
      case 'SeatTaken': {
        const { userId, reserved } = event.data;
        if (holds(seats, userId)) return seats;
        const held = withBucket(seats, userId, [...bucketOf(seats, userId), userId]);
        return reserved ? { ...held, reserved: [...seats.reserved, userId] } : held;
      }
      case 'SeatReleased': {
        const { userId } = event.data;
        const isOther = (id: string): boolean => id !== userId;
        const held = withBucket(seats, userId, bucketOf(seats, userId).filter(isOther));
        return { ...held, reserved: seats.reserved.filter(isOther) };
      }
      case 'SeatsClosed':
        return { ...seats, closed: true };
      default:
        event satisfies never;
        return seats;
    }
  },
});

function reserve(
  { organizationId, holderId: userId }: Extract<SeatsCommand, { type: 'Reserve' }>,
  seats: Seats,
): SeatsEvent[] {
  if (holds(seats, userId)) return [];
  assertOpen(seats);
  return [{ type: 'SeatTaken', data: { organizationId, userId, reserved: true } }];
}

function assertOpen({ closed }: Seats): void {
  if (closed) throw new DomainError('ORGANIZATION_DELETED', 'The organization was deleted.');
}

function close(organizationId: string, seats: Seats): SeatsEvent[] {
  if (seats.closed) return [];
  if (seats.taken > 0) throw new DomainError('ORGANIZATION_IN_USE', 'Organization still has users or courses.');
  return [{ type: 'SeatsClosed', data: { organizationId } }];
}

const indexOf = (userId: string): number => Number.parseInt(userId.slice(-2), 16);

const bucketOf = (seats: Seats, userId: string): readonly string[] => seats.holders[indexOf(userId)]!;

const holds = (seats: Seats, userId: string): boolean => bucketOf(seats, userId).includes(userId);

const withBucket = (seats: Seats, userId: string, bucket: readonly string[]): Seats => ({
  ...seats,
  holders: seats.holders.with(indexOf(userId), bucket),
  taken: seats.taken + bucket.length - bucketOf(seats, userId).length,
});
