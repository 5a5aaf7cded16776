import { z } from 'zod';
import { event, type EventsOf } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Stream `seats-{organizationId}`: who holds a seat, a set of users. */
export const seatsEvents = {
  SeatTaken: event(z.object({ organizationId: id, userId: id })),
  SeatReleased: event(z.object({ organizationId: id, userId: id })),
  /** The organization is being deleted: nobody holds a seat, and nobody will take one. Decided here, for good. */
  SeatsClosed: event(z.object({ organizationId: id })),
} as const;

type Events = EventsOf<typeof seatsEvents>;

export type SeatChange = Events['SeatTaken'] | Events['SeatReleased'];
export type SeatsEvent = Events[keyof Events];
