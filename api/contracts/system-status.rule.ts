/** What could not be told in time. */
export const UNKNOWN = 'unknown';
export type Unknown = typeof UNKNOWN;

/** Counts of events stop here: more than this is said as "10,000 or more". */
export const MOST_EVENTS_COUNTED = 10_000;

/** A sample every five seconds, and how many of them are kept. */
export const SAMPLE_EVERY_MS = 5_000;
export const SAMPLES_KEPT = 60;
