/** SQL that delays a failed row: half a minute, doubled after each failure, at most about an hour. */
export const RESCHEDULE_SQL = `tries = tries + 1, due_at = now() + interval '30 seconds' * power(2, least(tries, 7))`;
