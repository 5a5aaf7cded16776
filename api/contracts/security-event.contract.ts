import { z } from 'zod';
import { Id, Moment, MomentInput, textLine } from './primitives.contract.js';

export const SECURITY_EVENT_KINDS = [
  'sign-in-failed',
  'password-spraying',
  'forbidden',
  'throttled',
  'left-out',
] as const;
/** Kind of a security event. `left-out` counts the events that a node did not record beyond its limit per minute. */
export const SecurityEventKind = z.enum(SECURITY_EVENT_KINDS);
export type SecurityEventKind = z.infer<typeof SecurityEventKind>;

const Person = z.object({ id: Id, username: z.string().nullable() });

/**
 * Rejected requests of one kind, by one caller from one network within a minute. `actor`: the signed-in caller. `user`: the
 * account whose name was tried, null for an unknown name. `names`: the number of names that password spraying tried.
 * `address`: the last address of the network. Address and name of a person are null after the person is erased.
 */
export const SecurityEvent = z.object({
  id: Id,
  kind: SecurityEventKind,
  firstAt: Moment,
  lastAt: Moment,
  count: z.int(),
  actor: Person.nullable(),
  user: Person.nullable(),
  names: z.int().nullable(),
  address: z.string().nullable(),
  route: z.string().nullable(),
  code: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

/** Response of GET /api/audit/security, newest first. `nextCursor` is null on the last page. */
export const SecurityEventPage = z.object({ events: z.array(SecurityEvent), nextCursor: z.string().nullable() });
export type SecurityEventPage = z.infer<typeof SecurityEventPage>;

const filters = {
  kind: SecurityEventKind.optional(),
  userId: Id.optional(),
  address: textLine(64).optional(),
  from: MomentInput.optional(),
  to: MomentInput.optional(),
};

/** Query of GET /api/audit/security.csv. `userId` matches the caller or the tried account. `address` matches its whole network. */
export const SecurityEventCsvQuery = z.strictObject(filters);
export type SecurityEventCsvQuery = z.infer<typeof SecurityEventCsvQuery>;

/** Query of GET /api/audit/security: the filters of the CSV file, and the page. */
export const SecurityEventQuery = z.strictObject({
  ...filters,
  cursor: z
    .string()
    .max(60)
    .regex(/^\d{1,15}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Must be the nextCursor of a page.')
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type SecurityEventQuery = z.infer<typeof SecurityEventQuery>;
