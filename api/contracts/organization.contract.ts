import { z } from 'zod';
import { Id, Moment, textLine } from './primitives.contract.js';

/** Smallest, largest and step of an organization's user limit (docs/rules.md#user-limit). */
export const USER_LIMIT = { minimum: 5, maximum: 1_000, step: 5 } as const;

/** A new organization's name, in the path of POST /api/organizations/{name} (docs/rules.md#new-organizations). */
export const OrganizationName = textLine(100)
  .trim()
  .min(1, 'Enter a name.')
  .refine((name) => !name.includes('/') && !name.includes('..'), 'Must not contain / or ..');

/**
 * Row of GET /api/organizations, for system admins, and response of creating one. `activeUsers`: enabled users.
 * `recordsClasses`: the presence of students is recorded (docs/rules.md#recording-of-a-class).
 */
export const Organization = z.object({
  id: Id,
  name: z.string(),
  createdDate: Moment,
  isPaid: z.boolean(),
  userLimit: z.int(),
  activeUsers: z.int(),
  recordsClasses: z.boolean(),
});
export type Organization = z.infer<typeof Organization>;

/** Response of GET /api/organizations/{id}: all fields for admins, the name for others (docs/rules.md#visibility-of-organizations). */
export const OrganizationOrName = z.union([Organization, z.object({ id: Id, name: z.string() })]);
export type OrganizationOrName = z.infer<typeof OrganizationOrName>;

/** Query of PUT /api/organizations/{id}/status. */
export const PaidQuery = z.strictObject({ isPaid: z.enum(['true', 'false']).transform((text) => text === 'true') });
export type PaidQuery = z.infer<typeof PaidQuery>;

const LIMIT_TEXT = `The user limit must be between ${USER_LIMIT.minimum} and ${USER_LIMIT.maximum} in steps of ${USER_LIMIT.step}.`;

/** Query of PUT /api/organizations/{id}/userlimit (docs/rules.md#user-limit). */
export const UserLimitQuery = z.strictObject({
  userLimit: z.coerce
    .number({ error: LIMIT_TEXT })
    .int(LIMIT_TEXT)
    .min(USER_LIMIT.minimum, LIMIT_TEXT)
    .max(USER_LIMIT.maximum, LIMIT_TEXT)
    .multipleOf(USER_LIMIT.step, LIMIT_TEXT),
});
export type UserLimitQuery = z.infer<typeof UserLimitQuery>;

/** Body of PUT /api/organizations/{id}/recording, for admins of the organization and system admins; answers 204. */
export const RecordClassesRequest = z.strictObject({ recordsClasses: z.boolean() });
export type RecordClassesRequest = z.infer<typeof RecordClassesRequest>;
