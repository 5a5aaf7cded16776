import { Query } from '@nestjs/cqrs';

/** `proof`: lets its holder choose a new password; null for whom the old password alone is right. */
export interface PendingReset {
  readonly proof: string | null;
}

/**
 * Whether a sign-in meets a pending reset: `typed` is its one-time code, or the old password was right. Null when there is
 * none, or neither was right. Takes the same time for nobody.
 */
export class CheckReset extends Query<PendingReset | null> {
  constructor(
    readonly userId: string | null,
    readonly typed: string,
    readonly isOldPassword: boolean,
  ) {
    super();
  }
}
