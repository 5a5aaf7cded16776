import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/**
 * The security events of people, on streams that stay short however often somebody signs in: one a sign-in and one a lock.
 * Before they stood on one `sign-ins-{userId}`. Wrong passwords are rows in `plain.sign_in_attempts`.
 */
export const signInEvents = {
  SignInSucceeded: z.object({ userId: id, familyId: id }),
  SignInLocked: z.object({ userId: id, until: z.iso.datetime() }),
  SignedOut: z.object({ userId: id, familyId: id }),
  /** An exchanged refresh secret came back: somebody else has it, so the family ended. */
  RefreshTokenReused: z.object({ userId: id, familyId: id }),
} as const;

type Events = { [Type in keyof typeof signInEvents]: DomainEvent<Type, z.infer<(typeof signInEvents)[Type]>> };

export type SignInEvent = Events[keyof Events];

export const signInStream = (familyId: string): string => `sign-in-${familyId}`;

/** `until` in ISO 8601: a lock that ends at another time is another lock. */
export const lockStream = (userId: string, until: string): string => `sign-in-lock-${userId}-${Date.parse(until)}`;
