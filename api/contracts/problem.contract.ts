import { z } from 'zod';

/**
 * Machine-readable codes in problem details. The client switches on the code and shows `title`.
 * There are two kinds: transport (the request did not reach a rule) and domain (a rule rejected it).
 */
export const ERROR_CODES = [
  'VALIDATION_FAILED',
  'MALFORMED_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'UNAUTHENTICATED',
  'ACCOUNT_DISABLED',
  'SESSION_ENDED',
  'FORBIDDEN',
  'CROSS_SITE_REQUEST',
  'PLAIN_HTTP_REFUSED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TOO_MANY_REQUESTS',
  'VERSION_CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAVAILABLE',
  'UPSTREAM_FAILED',
  'UPSTREAM_TIMEOUT',
  'INTERNAL',
  'SIGN_IN_FAILED',
  'PASSWORD_RESET_PENDING',
  'CLASS_ALREADY_ACTIVE',
  'CLASS_ENDED',
  'NO_ACTIVE_CLASS',
  'NO_CLASS_TO_RESUME',
  'CLASS_NOT_ACTIVE',
  'COURSE_DELETED',
  'INVALID_SCHEDULE',
  'UNKNOWN_COURSE_CODE',
  'OTHER_ORGANIZATION',
  'NOT_ON_ROSTER',
  'HELP_NOT_REQUESTED',
  'HELP_TAKEN',
  'BOOKMARK_LIMIT_REACHED',
  'OTHER_PLAYER',
  'UNKNOWN_SCENARIO',
  'SCENARIO_NOT_SCORED',
  'SCORE_ABOVE_MAXIMUM',
  'ATTEMPT_REUSED',
  'ALREADY_TAKEN',
  'USER_LIMIT_REACHED',
  'IMPORT_RUNNING',
  'OWN_ACCOUNT',
  'SAME_ROLE',
  'LAST_SYSTEM_ADMIN',
  'INSTRUCTOR_OF_COURSES',
  'ORGANIZATION_IN_USE',
  'ORGANIZATION_DELETED',
  'ORGANIZATION_UNPAID',
  'ACCESS_CODE_ASSIGNED',
  'UNKNOWN_ACCESS_CODE',
  'INVALID_RESET',
  'INVALID_LINK',
  'NO_PENDING_EMAIL',
  'PAYMENT_NOT_CONFIGURED',
  'SANDBOX_CHANGED',
  'SANDBOX_QUOTA_REACHED',
  'DECIDED_MEANWHILE',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * Problem details (RFC 9457), media type `application/problem+json`, the body of every response of 400 and above. `errors`
 * maps PascalCase field names to messages (docs/rules.md#field-errors).
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(ERROR_CODES),
  detail: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  requestId: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;
