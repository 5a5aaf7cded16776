import { z } from 'zod';
import { event, type EventsOf } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Events of stream `seats-{organizationId}`: the set of users who hold a seat, and of reservations. */
export const seatsEvents = {
  /** With `reserved`, it is a reservation, whose holder is not a user. It uses no seat, and prevents the deletion of the organization. */
  SeatTaken: event(z.object({ organizationId: id, userId: id, reserved: z.literal(true).optional() })),
  SeatReleased: event(z.object({ organizationId: id, userId: id })),
  /** The organization is being deleted: no seat is taken, and none can be taken again. */
  SeatsClosed: event(z.object({ organizationId: id })),
} as const;

type Events = EventsOf<typeof seatsEvents>;

export type SeatChange = Events['SeatTaken'] | Events['SeatReleased'];
export type SeatsEvent = Events[keyof Events];
