import { z } from 'zod';
import { Role } from '../../contracts/sign-in.contract.js';
import { event, type EventsOf, on } from '../../platform/eventsourcing/define-events.js';

const id = z.uuid();
const target = on('user', 'userId');
/** No personal fields: only the address of an anonymous request is encrypted with the person's key. */
const addressOnly = { subject: 'userId', fields: [] } as const;

/** Audit state before the first change of the password. */
const noPasswordChange = { passwordReset: null, passwordChosenBy: null };

/** Events of stream `user-{userId}`. The hashes are the claims on username and e-mail, in hex. */
export const userEvents = {
  UserRegistered: event(
    z.object({
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
      /** The organization's access code that was used for the registration. */
      accessCodeId: id.nullable().optional(),
      through: z.enum(['access-code', 'free', 'paid', 'import', 'first-start']).optional(),
    }),
    {
      personal: {
        subject: 'userId',
        fields: ['username', 'email', 'firstName', 'lastName', 'rankTitle', 'nationality'],
      },
      audit: {
        target,
        organization: ({ organizationId }) => organizationId,
        facts: ({ username, email, firstName, lastName, rankTitle, nationality, role, organizationId }) => ({
          username,
          email,
          firstName,
          lastName,
          rankTitle,
          nationality: nationality ?? null,
          role,
          organization: organizationId,
          enabled: true,
        }),
      },
    },
  ),
  /** The whole profile after the change. */
  UserProfileChanged: event(
    z.object({
      userId: id,
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      rankTitle: z.string(),
      emailHmac: z.string(),
      /**
       * Why the e-mail address changed; absent when it did not, and in older events. `id` names the change, for `undo` the change that was
       * undone. Until `restorableUntil` the previous address can undo it.
       */
      emailChange: z
        .object({
          id,
          by: z.enum(['confirmation', 'admin', 'undo']),
          restorableUntil: z.iso.datetime().optional(),
        })
        .optional(),
    }),
    {
      personal: { subject: 'userId', fields: ['email', 'firstName', 'lastName', 'rankTitle'] },
      audit: {
        target,
        needsPast: true,
        facts: ({ email, firstName, lastName, rankTitle }) => ({ email, firstName, lastName, rankTitle }),
      },
    },
  ),
  /** A person requested another e-mail address, which takes effect when it is confirmed. The hash is no claim yet. */
  EmailChangeRequested: event(
    z.object({
      userId: id,
      requestId: id,
      newEmail: z.string(),
      newEmailHmac: z.string(),
      expiresAt: z.iso.datetime(),
    }),
    {
      personal: { subject: 'userId', fields: ['newEmail'] },
      audit: { target, facts: ({ newEmail }) => ({ newEmail }) },
    },
  ),
  EmailChangeCancelled: event(z.object({ userId: id, requestId: id }), { audit: { target } }),
  /** The person or an administrator ended all earlier sign-in sessions. */
  SessionsEnded: event(z.object({ userId: id, by: z.enum(['self', 'admin']) }), { audit: { target } }),
  UserMovedToOrganization: event(z.object({ userId: id, from: id.nullable(), to: id.nullable() }), {
    audit: {
      target,
      organization: ({ to }) => to,
      facts: ({ to }) => ({ organization: to }),
      before: ({ from }) => ({ organization: from }),
    },
  }),
  UserEnabled: event(z.object({ userId: id }), {
    audit: {
      target,
      facts: () => ({ enabled: true, disabledBy: null }),
      before: () => ({ enabled: false, disabledBy: null }),
    },
  }),
  /** `cause`: `admin`, `subscription` or the id of the class that ended. The first two may follow the last without a `UserEnabled`. */
  UserDisabled: event(z.object({ userId: id, cause: z.string() }), {
    audit: {
      target,
      needsPast: true,
      facts: ({ cause }) => ({ enabled: false, disabledBy: cause }),
    },
  }),
  UserRoleChanged: event(z.object({ userId: id, from: Role, to: Role }), {
    audit: { target, facts: ({ to }) => ({ role: to }), before: ({ from }) => ({ role: from }) },
  }),
  /**
   * A new password may be chosen. By an admin, and for the first administrator: pending until used or expired; the old password is refused
   * meanwhile. By link and invitation: only mailed. By undo of a change of the e-mail address: pending until used, because the intruder
   * knew the password.
   */
  PasswordResetRequested: event(
    z.object({
      userId: id,
      by: z.enum(['admin', 'link', 'first-start', 'invitation', 'undo']),
      expiresAt: z.iso.datetime(),
    }),
    {
      personal: addressOnly,
      audit: { target, facts: ({ by }) => ({ passwordReset: by }), before: () => noPasswordChange },
    },
  ),
  PasswordChanged: event(
    z.object({ userId: id, how: z.enum(['link', 'code', 'unproven', 'invitation', 'signed-in']) }),
    {
      personal: addressOnly,
      audit: { target, facts: ({ how }) => ({ passwordChosenBy: how }), before: () => noPasswordChange },
    },
  ),
  UserDeleted: event(z.object({ userId: id }), { audit: { target, facts: () => ({ deleted: true }) } }),
  /** The person's key was deleted before this event, so personal data can never be decrypted again. */
  PersonalDataErased: event(z.object({ userId: id }), {
    personal: { subject: 'userId', fields: [], erases: true },
    audit: { target },
  }),
} as const;

type Events = EventsOf<typeof userEvents>;

export type UserRegistered = Events['UserRegistered'];
export type UserMovedToOrganization = Events['UserMovedToOrganization'];
export type UserProfileChanged = Events['UserProfileChanged'];
export type EmailChangeRequested = Events['EmailChangeRequested'];
export type PasswordResetRequested = Events['PasswordResetRequested'];
export type PasswordChanged = Events['PasswordChanged'];
export type PersonalDataErased = Events['PersonalDataErased'];
export type UserEvent = Events[keyof Events];
