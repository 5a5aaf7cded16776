import { z } from 'zod';
import { event, type EventsOf } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();

/** Events of stream `seats-{organizationId}`: the set of users who hold a seat, and of reservations. */
export const seatsEvents = {
  /** With `reserved`, the holder is no user and uses up no seat; the organization is not deleted meanwhile. */
  SeatTaken: event(z.object({ organizationId: id, userId: id, reserved: z.literal(true).optional() })),
  SeatReleased: event(z.object({ organizationId: id, userId: id })),
  /** The organization is being deleted: no seat is taken, and none can be taken again. */
  SeatsClosed: event(z.object({ organizationId: id })),
} as const;

type Events = EventsOf<typeof seatsEvents>;

export type SeatChange = Events['SeatTaken'] | Events['SeatReleased'];
export type SeatsEvent = Events[keyof Events];
