import { z } from 'zod';
import { Email, NamePart } from './account.contract.js';
import { Id, Moment, textLine } from './primitives.contract.js';
import { Role } from './sign-in.contract.js';

/**
 * Response row of GET /api/users/admin-detailed and /api/users/{id}. Instructors do not receive private fields
 * (docs/rules.md#what-instructors-see-of-users).
 */
export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  rankTitle: z.string(),
  roles: z.array(Role),
  organizationId: Id.nullable(),
  organizationName: z.string().nullable(),
  enabled: z.boolean(),
  lastActive: Moment.nullable(),
  lastJoinedSessionID: Id.nullable(),
  lastJoinedGroupName: z.string().nullable(),
  lastGroupSelectionId: Id.nullable(),
  resetPasswordPending: z.boolean(),
});
export type User = z.infer<typeof User>;

/** GET /api/users for administrators; instructors get {@link Member}s. */
export const BasicUser = User.pick({
  id: true,
  username: true,
  email: true,
  firstName: true,
  lastName: true,
  rankTitle: true,
  roles: true,
  organizationId: true,
  enabled: true,
});
export type BasicUser = z.infer<typeof BasicUser>;

/**
 * Response row of GET /api/sessions/{id}/members and, for instructors, of GET /api/users
 * (docs/rules.md#what-instructors-see-of-users).
 */
export const Member = z.object({
  id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  enabled: z.boolean(),
});
export type Member = z.infer<typeof Member>;

export const USER_SORTS = ['username', 'organization', 'role', 'lastActive', 'lastJoinedCourse', 'status'] as const;

/**
 * Query of GET /api/users and /api/users/admin-detailed (docs/rules.md#lists-of-users): `orgId` filters for system admins,
 * `search` matches user name, e-mail address and names. The body is one page. The header `x-total-count` holds the total,
 * `x-live-sequence` and `x-live-generation` say from where to watch topic `users`.
 */
export const UsersQuery = z.strictObject({
  orgId: Id.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  sort: z.enum(USER_SORTS).default('username'),
  order: z.enum(['asc', 'desc']).default('asc'),
  search: textLine(100).trim().optional(),
});
export type UsersQuery = z.infer<typeof UsersQuery>;

/** Response of GET /api/users/stats?orgId (docs/rules.md#user-statistics). */
export const UserStats = z.object({ activeUsers: z.int(), userLimit: z.int(), numberOfAdmins: z.int() });
export type UserStats = z.infer<typeof UserStats>;

export const UserStatsQuery = z.strictObject({ orgId: Id.optional() });
export type UserStatsQuery = z.infer<typeof UserStatsQuery>;

/**
 * Body of PUT /api/users/{id}. Omitted fields stay unchanged. Only system admins set `organizationId`. A change of one's own
 * e-mail address requires `currentPassword` and takes effect when the link mailed to the new address is opened.
 */
export const UpdateUserRequest = z.strictObject({
  id: Id.optional(),
  email: Email.optional(),
  currentPassword: z.string().max(255).optional(),
  organizationId: Id.nullable().optional(),
  firstName: NamePart.optional(),
  lastName: NamePart.optional(),
  rankTitle: NamePart.optional(),
});
export type UpdateUserRequest = z.infer<typeof UpdateUserRequest>;

/** Body of PUT /api/users/{id}/enabled; without a body the state is inverted (docs/rules.md#enabling-users). */
export const EnabledRequest = z.strictObject({ enabled: z.boolean().optional() }).nullish();
export type EnabledRequest = z.infer<typeof EnabledRequest>;

export const EnabledResponse = z.object({ enabled: z.boolean() });
export type EnabledResponse = z.infer<typeof EnabledResponse>;
