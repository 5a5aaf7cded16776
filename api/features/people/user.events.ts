import { z } from 'zod';
import { Role } from '../../contracts/sign-in.contract.js';
import type { DomainEvent } from '../../platform/eventsourcing/message.js';

const id = z.uuid();

/** Stream `user-{userId}`. The hashes are the claims on username and e-mail, in hex. */
export const userEvents = {
  UserRegistered: z.object({
    userId: id,
    username: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    rankTitle: z.string(),
    role: Role,
    organizationId: id.nullable(),
    usernameHmac: z.string(),
    emailHmac: z.string(),
  }),
  UserEnabled: z.object({ userId: id }),
  /** `cause`: `admin`, `subscription` or the id of the class that ended. */
  UserDisabled: z.object({ userId: id, cause: z.string() }),
  UserRoleChanged: z.object({ userId: id, from: Role, to: Role }),
} as const;

type Events = { [Type in keyof typeof userEvents]: DomainEvent<Type, z.infer<(typeof userEvents)[Type]>> };

export type UserRegistered = Events['UserRegistered'];
export type UserEvent = Events[keyof Events];

export const userStream = (userId: string): string => `user-${userId}`;

/** What of these events is encrypted in the log under the person's own key. */
export const userPersonalData = {
  UserRegistered: { subject: 'userId', fields: ['username', 'email', 'firstName', 'lastName', 'rankTitle'] },
};
