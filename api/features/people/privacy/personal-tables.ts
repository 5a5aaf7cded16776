/** Plain tables whose rows of a person go when the person is erased; each has a column `user_id`. */
export const ERASED_TABLES = [
  'credentials',
  'refresh_families',
  'last_active',
  'email_conflicts',
  'wrong_course_codes',
  'group_selections',
  'presence',
  'sandbox_contents',
  'mail_outbox',
  'password_resets',
  'password_reset_requests',
  'user_import_rows',
] as const;

/** Where readers are in the log: whose event was the last is no fact about that person. */
export const BOOKKEEPING_TABLES: readonly string[] = ['plain.checkpoints'];

/** Columns no export shows: secrets, and hashes that are only of use to us. */
export const SECRET_COLUMN = /(hash|hmac|key)$/;
