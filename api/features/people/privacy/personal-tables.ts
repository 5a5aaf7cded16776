/** Plain tables whose rows of a person go when the person is erased; each has a column `user_id`. */
export const ERASED_TABLES = [
  'credentials',
  'refresh_families',
  'last_active',
  'wrong_course_codes',
  'group_selections',
  'presence',
  'sandbox_contents',
  'mail_outbox',
  'password_resets',
  'password_reset_requests',
] as const;

/** Columns no export shows: secrets, and hashes that are only of use to us. */
export const SECRET_COLUMN = /(hash|hmac|key)$/;
