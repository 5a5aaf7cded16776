import type { PresenceState } from './presence.contract.js';

/** Codes of presence in a recording. */
export const PRESENCE_CODES = { offline: 0, online: 1, idle: 2 } as const satisfies Record<PresenceState, number>;

/** Codes of a help request in a recording. `resolved` is that of the moment at which staff ends the request, later changes have `none`. */
export const HELP_CODES = { none: 0, asked: 1, answered: 2, resolved: 3 } as const;

/**
 * Flags of a recorded attempt, which are added. `late`: it arrived more than 15 minutes after the end of the class and did not count
 * until a later step `resumed`. `compete`: it counts on leaderboards when it is passed.
 */
export const ATTEMPT_FLAGS = { passed: 1, tooFast: 2, late: 4, compete: 8, quiz: 16 } as const;
