/** Maximum interval between the reports of a student's page. Changes are reported immediately. */
export const REPORT_EVERY_MS = 15_000;

/** Time without input after which a student is idle. */
export const IDLE_AFTER_MS = 120_000;
