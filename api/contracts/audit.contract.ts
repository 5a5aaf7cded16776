import { z } from 'zod';
import { Id, Moment, MomentInput } from './primitives.contract.js';
import { Role } from './sign-in.contract.js';

export const AUDIT_TARGETS = ['user', 'organization', 'course', 'access-code', 'platform'] as const;
export const AuditTarget = z.enum(AUDIT_TARGETS);
export type AuditTarget = z.infer<typeof AuditTarget>;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One change as the log tells it. `actor` null: the platform itself. Names are null once their person was erased. */
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

/**
 * Query of GET /api/audit and /api/audit.csv (decisions N3). `action` is an event's name. Organization admins must name a
 * target of their organization.
 */
export const AuditQuery = z.strictObject({
  actorId: Id.optional(),
  targetType: AuditTarget.optional(),
  targetId: z.string().max(64).optional(),
  action: z.string().max(64).optional(),
  from: MomentInput.optional(),
  to: MomentInput.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Query of GET /api/audit/state (decisions X7). */
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
