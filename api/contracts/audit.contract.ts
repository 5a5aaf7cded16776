import { z } from 'zod';
import { Id, Moment, MomentInput, textLine } from './primitives.contract.js';
import { Role } from './sign-in.contract.js';

export const AUDIT_TARGETS = ['user', 'organization', 'course', 'access-code', 'platform'] as const;
export const AuditTarget = z.enum(AUDIT_TARGETS);
export type AuditTarget = z.infer<typeof AuditTarget>;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * One change as the log tells it, `occurredAt` by the database's clock. `actor` null: the platform itself; who registers or
 * resets a password is their own actor, in the role `anonymous`. Names are null once their person was erased, `address` is
 * null for organization admins.
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

/** GET /api/audit: newest first; `nextCursor` null on the last page. */
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
 * target of theirs.
 */
export const AuditCsvQuery = z.strictObject(filters);
export type AuditCsvQuery = z.infer<typeof AuditCsvQuery>;

/** Query of GET /api/audit: as for the file, and which page. */
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

/** What a person or an organization was at a moment; null: not there yet, or no more. */
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
