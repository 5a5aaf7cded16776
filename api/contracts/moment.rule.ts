/** Formats a time in milliseconds since 1970 as a `Moment`: ISO 8601 in UTC, without fractions of a second. */
export const momentOfTime = (time: number): string => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
