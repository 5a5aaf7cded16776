import { given } from '../../platform/eventsourcing/testing/given.js';
import type { SeatsEvent } from './seats.events.js';
import { seatsStream } from './seats.stream.js';

const seats = given(seatsStream);
const organizationId = '0198c0de-0000-7000-8000-000000000001';
const user = (number: number) => `0198c0de-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
const taken = (number: number): SeatsEvent => ({ type: 'SeatTaken', data: { organizationId, userId: user(number) } });
const released = (number: number): SeatsEvent => ({
  type: 'SeatReleased',
  data: { organizationId, userId: user(number) },
});
const closed: SeatsEvent = { type: 'SeatsClosed', data: { organizationId } };
const take = (userLimit: number, ...numbers: number[]) =>
  ({ type: 'Take', organizationId, userIds: numbers.map(user), userLimit }) as const;
const release = (...numbers: number[]) => ({ type: 'Release', organizationId, userIds: numbers.map(user) }) as const;
const close = { type: 'Close', organizationId } as const;
const LIMIT_TEXT = 'The organization has reached its user limit.';

it('gives a seat to users without one, up to the limit', () => {
  seats()
    .when(take(5, 1, 2))
    .thenRecords(taken(1), taken(2));
  seats(taken(1)).when(take(2, 2)).thenRecords(taken(2));
  seats(taken(1), taken(2)).when(take(2, 3)).thenRejected('USER_LIMIT_REACHED', LIMIT_TEXT);
});

it('checks for a seat without taking it', () => {
  const check = (userLimit: number, ...numbers: number[]) =>
    ({ ...take(userLimit, ...numbers), type: 'Check' }) as const;
  seats(taken(1)).when(check(2, 2)).thenNothing();
  seats(taken(1), taken(2)).when(check(2, 1)).thenNothing();
  seats(taken(1), taken(2)).when(check(2, 3)).thenRejected('USER_LIMIT_REACHED', LIMIT_TEXT);
});

it('gives a seat to all users of a command or to none', () => {
  seats(taken(1))
    .when(take(3, 2, 3, 4))
    .thenRejected('USER_LIMIT_REACHED', LIMIT_TEXT);
  seats(taken(1))
    .when(take(3, 1, 2, 2, 3))
    .thenRecords(taken(2), taken(3));
});

it('keeps taken seats when the limit drops below them', () => {
  seats(taken(1), taken(2))
    .when(take(1, 1, 2))
    .thenNothing();
  seats(taken(1), taken(2)).when(take(1, 3)).thenRejected('USER_LIMIT_REACHED');
});

it('releases a seat once', () => {
  seats(taken(1))
    .when(release(1, 1, 2))
    .thenRecords(released(1));
  seats(taken(1), released(1)).when(release(1)).thenNothing();
  seats(taken(1), taken(2), released(1)).when(take(2, 3)).thenRecords(taken(3));
});

it('counts a seat once, even if the log contains it several times', () => {
  const past = [taken(1), taken(1), released(2), taken(2)];
  seats(...past)
    .when(take(3, 3))
    .thenRecords(taken(3));
  seats(...past)
    .when(take(2, 3))
    .thenRejected('USER_LIMIT_REACHED');
});

it('closes for good, and only without taken seats', () => {
  seats().when(close).thenRecords(closed);
  seats(taken(1), released(1)).when(close).thenRecords(closed);
  seats(taken(1)).when(close).thenRejected('ORGANIZATION_IN_USE', 'Organization still has users or courses.');
  seats(closed).when(close).thenNothing();
  seats(closed).when(take(5, 1)).thenRejected('ORGANIZATION_DELETED');
});

describe('a reservation', () => {
  const reserve = (number: number) => ({ type: 'Reserve', organizationId, holderId: user(number) }) as const;
  const reserved = (number: number): SeatsEvent => ({
    type: 'SeatTaken',
    data: { organizationId, userId: user(number), reserved: true },
  });

  it('uses up no seat', () => {
    seats(taken(1)).when(reserve(9)).thenRecords(reserved(9));
    seats(taken(1), reserved(8), reserved(9)).when(take(2, 2)).thenRecords(taken(2));
    seats(taken(1), reserved(9), taken(2)).when(take(2, 3)).thenRejected('USER_LIMIT_REACHED', LIMIT_TEXT);
    seats(taken(1), reserved(9), released(9)).when(take(1, 2)).thenRejected('USER_LIMIT_REACHED', LIMIT_TEXT);
  });

  it('prevents the closing until it is released', () => {
    seats(reserved(9)).when(close).thenRejected('ORGANIZATION_IN_USE');
    seats(reserved(9)).when(release(9)).thenRecords(released(9));
    seats(reserved(9), released(9)).when(close).thenRecords(closed);
    seats(closed).when(reserve(9)).thenRejected('ORGANIZATION_DELETED');
  });

  it('is made once, also after an earlier version has taken a seat for its holder', () => {
    seats(reserved(9)).when(reserve(9)).thenNothing();
    seats(taken(9)).when(reserve(9)).thenNothing();
    seats(taken(9)).when(take(1, 1)).thenRejected('USER_LIMIT_REACHED');
  });
});

it('distinguishes users whose ids end alike', () => {
  seats(taken(1), taken(257)).when(release(257)).thenRecords(released(257));
  seats(taken(1), taken(257), released(257))
    .when(take(2, 1, 513))
    .thenRecords(taken(513));
});
