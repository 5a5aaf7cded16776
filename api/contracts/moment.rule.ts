/** Removes the fraction of a second from a time in ISO 8601 and UTC. */
export const withoutFraction = (iso: string): string => iso.replace(/\.\d{3}Z$/, 'Z');

/** Formats a time in milliseconds since 1970 as a `Moment`: ISO 8601 in UTC, without fractions of a second. */
export const momentOfTime = (time: number): string => withoutFraction(new Date(time).toISOString());
