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
    /** ISO 3166-1 numeric, as text. */
    nationality: z.string().nullable().optional(),
    /** The organization's access code somebody registered with. */
    accessCodeId: id.nullable().optional(),
    through: z.enum(['access-code', 'free', 'paid', 'import', 'first-start']).optional(),
  }),
  /** The whole profile after the change. */
  UserProfileChanged: z.object({
    userId: id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    rankTitle: z.string(),
    emailHmac: z.string(),
    /**
     * Why the e-mail address changed, absent where it did not and in events of before. `id` names the change, for `undo` the
     * change that was undone. Until `restorableUntil` the previous address can undo it.
     */
    emailChange: z
      .object({
        id,
        by: z.enum(['confirmation', 'admin', 'undo']),
        restorableUntil: z.iso.datetime().optional(),
      })
      .optional(),
  }),
  /** A person wants another e-mail address, which takes effect when it is confirmed. The hash is no claim yet. */
  EmailChangeRequested: z.object({
    userId: id,
    requestId: id,
    newEmail: z.string(),
    newEmailHmac: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  EmailChangeCancelled: z.object({ userId: id, requestId: id }),
  /** All sign-in sessions that began before were ended, by the person or by an administrator. */
  SessionsEnded: z.object({ userId: id, by: z.enum(['self', 'admin']) }),
  UserMovedToOrganization: z.object({ userId: id, from: id.nullable(), to: id.nullable() }),
  UserEnabled: z.object({ userId: id }),
  /** `cause`: `admin`, `subscription` or the id of the class that ended. */
  UserDisabled: z.object({ userId: id, cause: z.string() }),
  UserRoleChanged: z.object({ userId: id, from: Role, to: Role }),
  /**
   * By an admin, and at the first start for the first one: pending until used or over, the old password is refused
   * meanwhile. By link and invitation: only mailed. By undo of a change of the e-mail address: pending until used, because
   * whoever changed it knew the password.
   */
  PasswordResetRequested: z.object({
    userId: id,
    by: z.enum(['admin', 'link', 'first-start', 'invitation', 'undo']),
    expiresAt: z.iso.datetime(),
  }),
  PasswordChanged: z.object({ userId: id, how: z.enum(['link', 'code', 'unproven', 'invitation', 'signed-in']) }),
  UserDeleted: z.object({ userId: id }),
  /** The person's key is gone after this: what was personal can never be read again. */
  PersonalDataErased: z.object({ userId: id }),
} as const;

type Events = { [Type in keyof typeof userEvents]: DomainEvent<Type, z.infer<(typeof userEvents)[Type]>> };

export type UserRegistered = Events['UserRegistered'];
export type UserMovedToOrganization = Events['UserMovedToOrganization'];
export type UserProfileChanged = Events['UserProfileChanged'];
export type EmailChangeRequested = Events['EmailChangeRequested'];
export type PasswordResetRequested = Events['PasswordResetRequested'];
export type PasswordChanged = Events['PasswordChanged'];
export type PersonalDataErased = Events['PersonalDataErased'];
export type UserEvent = Events[keyof Events];

export const userStream = (userId: string): string => `user-${userId}`;

/** What of these events is encrypted in the log under the person's own key. */
export const userPersonalData = {
  UserRegistered: {
    subject: 'userId',
    fields: ['username', 'email', 'firstName', 'lastName', 'rankTitle', 'nationality'],
  },
  UserProfileChanged: { subject: 'userId', fields: ['email', 'firstName', 'lastName', 'rankTitle'] },
  EmailChangeRequested: { subject: 'userId', fields: ['newEmail'] },
  PasswordResetRequested: { subject: 'userId', fields: [] },
  PasswordChanged: { subject: 'userId', fields: [] },
};
