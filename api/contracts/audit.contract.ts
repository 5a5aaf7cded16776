import { z } from 'zod';
import { Id, Moment, MomentInput, textLine } from './primitives.contract.js';
import { Role } from './sign-in.contract.js';

export const AUDIT_TARGETS = ['user', 'organization', 'course', 'access-code', 'platform'] as const;
export const AuditTarget = z.enum(AUDIT_TARGETS);
export type AuditTarget = z.infer<typeof AuditTarget>;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * One change recorded in the log. `occurredAt` uses the clock of the database. `actor` is null for the platform itself. A person
 * who registers or resets a password is their own actor, with the role `anonymous`. Names are null after the person is erased.
 * `address` is null for organization admins.
 */
export const AuditEntry = z.object({
  id: Id,
  occurredAt: Moment,
  action: z.string(),
  actor: z.object({ id: Id, username: z.string().nullable(), role: z.string() }).nullable(),
  target: z.object({ type: AuditTarget, id: z.string(), name: z.string().nullable() }),
  changes: z.array(z.object({ field: z.string(), from: Value, to: Value })),
  organization: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Response of GET /api/audit, newest first. `nextCursor` is null on the last page. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;

const filters = {
  actorId: Id.optional(),
  targetType: AuditTarget.optional(),
  targetId: textLine(64).optional(),
  action: textLine(64).optional(),
  from: MomentInput.optional(),
  to: MomentInput.optional(),
};

/**
 * Query of GET /api/audit.csv (docs/rules.md#audit). `action` is the name of an event. Organization admins must name a
 * target in their organization.
 */
export const AuditCsvQuery = z.strictObject(filters);
export type AuditCsvQuery = z.infer<typeof AuditCsvQuery>;

/** Query of GET /api/audit: the filters of the CSV file, and the page. */
export const AuditQuery = z.strictObject({
  ...filters,
  cursor: z
    .string()
    .max(40)
    .regex(/^\d{1,15}\.\d{1,15}$/, 'Must be the nextCursor of a page.')
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Query of GET /api/audit/state (docs/rules.md#audit). */
export const AuditStateQuery = z.strictObject({
  targetType: z.enum(['user', 'organization']),
  targetId: Id,
  at: MomentInput,
});
export type AuditStateQuery = z.infer<typeof AuditStateQuery>;

/** State of a person or an organization at a point in time. Null means not yet created, or already deleted. */
export const AuditState = z
  .discriminatedUnion('targetType', [
    z.object({
      targetType: z.literal('user'),
      role: Role,
      enabled: z.boolean(),
      organizationId: Id.nullable(),
      organizationName: z.string().nullable(),
    }),
    z.object({ targetType: z.literal('organization'), name: z.string(), isPaid: z.boolean(), userLimit: z.int() }),
  ])
  .nullable();
export type AuditState = z.infer<typeof AuditState>;
