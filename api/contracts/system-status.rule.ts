/** Marks a part of the status that was not available in time. */
export const UNKNOWN = 'unknown';
export type Unknown = typeof UNKNOWN;

/** Limit of event counts. Higher counts are shown as "10,000 or more". */
export const MOST_EVENTS_COUNTED = 10_000;

/** Interval of samples, and number of kept samples. */
export const SAMPLE_EVERY_MS = 5_000;
export const SAMPLES_KEPT = 60;
