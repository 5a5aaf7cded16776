const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats a duration as 0:32:15. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / SECOND_MS);
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  return `${Math.floor(seconds / HOUR_S)}:${twoDigits(minutes)}:${twoDigits(seconds % MINUTE_S)}`;
}
