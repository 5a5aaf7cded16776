import { z } from 'zod';
import { Id, Moment } from './primitives.contract.js';

/**
 * Response of GET and POST /api/users/accessCodes: an access code (docs/rules.md#access-codes). It has 16
 * characters, shown as 4-4-4-4; case and dashes are ignored. `organizationDeleted`: the code belonged to a deleted
 * organization and cannot be assigned again.
 */
export const AccessCode = z.object({
  id: Id,
  code: z.string(),
  assignedOrganization: z.object({ id: Id, name: z.string() }).nullable(),
  organizationDeleted: z.boolean(),
  dateGenerated: Moment,
  numberOfUsersAssigned: z.int(),
});
export type AccessCode = z.infer<typeof AccessCode>;

/** Path of PUT /api/organizations/accessCodes/{code}/{organizationId}. */
export const AssignAccessCodeParams = z.object({ code: z.string().max(64), organizationId: Id });
export type AssignAccessCodeParams = z.infer<typeof AssignAccessCodeParams>;
