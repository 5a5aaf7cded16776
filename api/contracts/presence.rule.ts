/** A student's page reports at least this often, and at once when something has changed. */
export const REPORT_EVERY_MS = 15_000;

/** Who touches nothing for this long is idle. */
export const IDLE_AFTER_MS = 120_000;
