import { DomainError } from '../../platform/domain-error.js';
import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type SeatsEvent, seatsEvents } from './seats.events.js';

export interface Seats {
  /** Ids in buckets by their last two digits, so that a change copies a few ids instead of a thousand. */
  readonly holders: readonly (readonly string[])[];
  readonly taken: number;
  readonly closed: boolean;
}

/** Commands of seats. `userLimit` comes from the organization's stream. `Check` is refused like `Take`, without taking a seat. */
export type SeatsCommand =
  | { type: 'Take' | 'Check'; organizationId: string; userIds: readonly string[]; userLimit: number }
  | { type: 'Release'; organizationId: string; userIds: readonly string[] }
  | { type: 'Close'; organizationId: string };

/** Stream of an organization's seats. `Take` gives a seat to all of the users or to none. */
export const seatsStream = defineStream({
  prefix: 'seats',
  events: seatsEvents,
  initialState: { holders: Array.from({ length: 256 }, () => []), taken: 0, closed: false } as Seats,
  isBusy: true,

  decide(command: SeatsCommand, seats): SeatsEvent[] {
    const { organizationId } = command;
    if (command.type === 'Close') return close(organizationId, seats);
    const holds = (userId: string): boolean => bucketOf(seats, userId).includes(userId);
    const userIds = [...new Set(command.userIds)];
    if (command.type === 'Release') {
      return userIds.filter(holds).map((userId) => ({ type: 'SeatReleased', data: { organizationId, userId } }));
    }
    const newcomers = userIds.filter((userId) => !holds(userId));
    if (newcomers.length === 0) return [];
    if (seats.closed) throw new DomainError('ORGANIZATION_DELETED', 'The organization was deleted.');
    if (seats.taken + newcomers.length > command.userLimit) {
      throw new DomainError('USER_LIMIT_REACHED', 'The organization has reached its user limit.');
    }
    if (command.type === 'Check') return [];
    return newcomers.map((userId) => ({ type: 'SeatTaken', data: { organizationId, userId } }));
  },

  evolve(seats, event): Seats {
    switch (event.type) {
      case 'SeatTaken': {
        const { userId } = event.data;
        const bucket = bucketOf(seats, userId);
        return bucket.includes(userId) ? seats : withBucket(seats, userId, [...bucket, userId]);
      }
      case 'SeatReleased': {
        const { userId } = event.data;
        const bucket = bucketOf(seats, userId);
        return withBucket(
          seats,
          userId,
          bucket.filter((id) => id !== userId),
        );
      }
      case 'SeatsClosed':
        return { ...seats, closed: true };
      default:
        event satisfies never;
        return seats;
    }
  },
});

function close(organizationId: string, seats: Seats): SeatsEvent[] {
  if (seats.closed) return [];
  if (seats.taken > 0) throw new DomainError('ORGANIZATION_IN_USE', 'Organization still has users or courses.');
  return [{ type: 'SeatsClosed', data: { organizationId } }];
}

const indexOf = (userId: string): number => Number.parseInt(userId.slice(-2), 16);

const bucketOf = (seats: Seats, userId: string): readonly string[] => seats.holders[indexOf(userId)]!;

const withBucket = (seats: Seats, userId: string, bucket: readonly string[]): Seats => ({
  ...seats,
  holders: seats.holders.with(indexOf(userId), bucket),
  taken: seats.taken + bucket.length - bucketOf(seats, userId).length,
});
