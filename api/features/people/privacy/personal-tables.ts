/** Plain tables whose rows are deleted when their person is erased; each has a column `user_id`. */
export const ERASED_TABLES = [
  'credentials',
  'refresh_families',
  'last_active',
  'email_conflicts',
  'wrong_course_codes',
  'group_selections',
  'presence',
  'recorded_states',
  'bookmarks',
  'sandbox_contents',
  'mail_outbox',
  'password_resets',
  'password_reset_requests',
  'user_import_rows',
] as const;

/** Tables with the readers' log positions. Which event a reader processed last is no fact about its subject. */
export const BOOKKEEPING_TABLES: readonly string[] = ['plain.checkpoints'];

/** Sources of tables whose rows say less than they mean, for exports. Recorded presence contains only the number of its class. */
export const EXPORT_SOURCES: Readonly<Record<string, string>> = {
  'plain.recorded_states': '(select * from plain.recorded_states join plain.recorded_classes using (class_number))',
};

/** Columns that exports omit: secrets, and hashes for internal use. */
export const SECRET_COLUMN = /(hash|hmac|key)$/;
