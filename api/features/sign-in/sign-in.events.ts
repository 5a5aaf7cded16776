import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const target = on('user', 'userId');

/**
 * Security events of people, in one short stream for each sign-in and each lock. Older events are in `sign-ins-{userId}`, one stream for
 * each user. Wrong passwords are rows in `plain.sign_in_attempts`.
 */
export const signInEvents = {
  SignInSucceeded: event(z.object({ userId: id, familyId: id }), { audit: { target } }),
  SignInLocked: event(z.object({ userId: id, until: z.iso.datetime() }), {
    audit: { target, facts: ({ until }) => ({ lockedUntil: until }) },
  }),
  SignedOut: event(z.object({ userId: id, familyId: id }), { audit: { target } }),
  /** A used refresh secret was presented again, so it was probably stolen and the family ended. */
  RefreshTokenReused: event(z.object({ userId: id, familyId: id }), { audit: { target } }),
} as const;

type Events = EventsOf<typeof signInEvents>;

export type SignInEvent = Events[keyof Events];
