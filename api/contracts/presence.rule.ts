/**
 * Maximum interval between the reports of a student's page. Changes are reported immediately. A repeated report only shows that the page is
 * still open, so it may come seldom; the server accepts a silence of three intervals.
 */
export const REPORT_EVERY_MS = 30_000;

/** Time without input after which a student is idle. */
export const IDLE_AFTER_MS = 120_000;
