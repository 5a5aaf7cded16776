import { z } from 'zod';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Stream `sign-ins-{userId}`: the security events of one person. Wrong passwords are rows in `plain.sign_in_attempts`. */
export const signInEvents = {
  SignInSucceeded: z.object({ userId: id, familyId: id }),
  SignInLocked: z.object({ userId: id, until: z.iso.datetime() }),
  SignedOut: z.object({ userId: id, familyId: id }),
  /** An exchanged refresh secret came back: somebody else has it, so the family ended. */
  RefreshTokenReused: z.object({ userId: id, familyId: id }),
} as const;

type Events = { [Type in keyof typeof signInEvents]: DomainEvent<Type, z.infer<(typeof signInEvents)[Type]>> };

export type SignInEvent = Events[keyof Events];

export const signInsStream = (userId: string): string => `sign-ins-${userId}`;
