import { Command } from '@nestjs/cqrs';

/** A pending reset found during a sign-in. `proof` lets its holder choose a new password; null when only the old password was right. */
export interface PendingReset {
  readonly proof: string | null;
}

/**
 * Checks a sign-in against the pending reset of its account. Stores a proof when `typed` is the one-time code of the reset. Returns null
 * when no reset is pending, or when neither the code nor the old password was right. An unknown user takes as long as a known one, so that
 * the time does not reveal which names exist.
 */
export class CheckReset extends Command<PendingReset | null> {
  constructor(
    readonly userId: string | null,
    readonly typed: string,
    readonly isOldPassword: boolean,
  ) {
    super();
  }
}
