/** How long a row waits that could not be worked off: half a minute, then twice as long each time, up to an hour. */
export const LATER = `tries = tries + 1, due_at = now() + interval '30 seconds' * power(2, least(tries, 7))`;
