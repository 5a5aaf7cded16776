import { z } from 'zod';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const target = on('user', 'userId');

/**
 * The security events of people, on streams that stay short however often somebody signs in: one a sign-in and one a lock.
 * Before they stood on one `sign-ins-{userId}`. Wrong passwords are rows in `plain.sign_in_attempts`.
 */
export const signInEvents = {
  SignInSucceeded: event(z.object({ userId: id, familyId: id }), { audit: { target } }),
  SignInLocked: event(z.object({ userId: id, until: z.iso.datetime() }), {
    audit: { target, facts: ({ until }) => ({ lockedUntil: until }) },
  }),
  SignedOut: event(z.object({ userId: id, familyId: id }), { audit: { target } }),
  /** An exchanged refresh secret came back: somebody else has it, so the family ended. */
  RefreshTokenReused: event(z.object({ userId: id, familyId: id }), { audit: { target } }),
} as const;

type Events = EventsOf<typeof signInEvents>;

export type SignInEvent = Events[keyof Events];
