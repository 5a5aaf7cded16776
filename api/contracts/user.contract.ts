import { z } from 'zod';
import { Email, NamePart } from './account.contract.js';
import { Id, Moment, textLine } from './primitives.contract.js';
import { Role } from './sign-in.contract.js';

/** GET /api/users/admin-detailed and /api/users/{id} (product §3 User). Instructors are not told what is private of it. */
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

/** GET /api/sessions/{id}/members and, for instructors, GET /api/users: what an instructor may know of a student (decisions C17). */
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
 * Query of GET /api/users and /api/users/admin-detailed (decisions U4): `orgId` narrows for system admins, `search` looks into
 * username, e-mail and names. The body is the page, the header `x-total-count` says how many there are, `x-live-sequence` and
 * `x-live-generation` from where to watch topic `users`.
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

/** GET /api/users/stats?orgId (decisions U5): enabled users, and administrators among them. */
export const UserStats = z.object({ activeUsers: z.int(), userLimit: z.int(), numberOfAdmins: z.int() });
export type UserStats = z.infer<typeof UserStats>;

export const UserStatsQuery = z.strictObject({ orgId: Id.optional() });
export type UserStatsQuery = z.infer<typeof UserStatsQuery>;

/**
 * PUT /api/users/{id}. Omitted fields stay unchanged; `organizationId` for system admins only. People who change their own e-mail
 * address give their `currentPassword`, and the address takes effect when it is confirmed by the link mailed to it.
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

/** PUT /api/users/{id}/enabled (decisions U2): without a body the other way round. */
export const EnabledRequest = z.strictObject({ enabled: z.boolean().optional() }).nullish();
export type EnabledRequest = z.infer<typeof EnabledRequest>;

export const EnabledResponse = z.object({ enabled: z.boolean() });
export type EnabledResponse = z.infer<typeof EnabledResponse>;
