import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Stream `seats-{organizationId}`: who holds a seat, a set of users. */
export const seatsEvents = {
  SeatTaken: z.object({ organizationId: id, userId: id }),
  SeatReleased: z.object({ organizationId: id, userId: id }),
  /** The organization is being deleted: nobody holds a seat, and nobody will take one. Decided here, for good. */
  SeatsClosed: z.object({ organizationId: id }),
} as const;

type Events = { [Type in keyof typeof seatsEvents]: DomainEvent<Type, z.infer<(typeof seatsEvents)[Type]>> };

export type SeatChange = Events['SeatTaken'] | Events['SeatReleased'];
export type SeatsEvent = Events[keyof Events];

export const seatsStream = (organizationId: string): string => `seats-${organizationId}`;
