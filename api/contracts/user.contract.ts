import { z } from 'zod';
import { Id, Moment } from './primitives.contract.js';
import { Role } from './sign-in.contract.js';

/** GET /api/users/{id} (product §3 User). */
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

/** GET /api/sessions/{id}/members, staff only: what an instructor may know of a student (decisions C17). */
export const Member = z.object({
  id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  enabled: z.boolean(),
});
export type Member = z.infer<typeof Member>;
