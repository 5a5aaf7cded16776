import type { IssuedRefresh, SessionOrigin } from '../../../platform/auth/refresh-families.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/**
 * `session` is null when the password was right but the person or their organization is disabled (docs/rules.md#signing-in).
 */
export interface SignInResult {
  readonly userId: string;
  readonly session: IssuedRefresh | null;
  /** Refused because a new password is to be chosen first; with a proof for whoever typed the one-time code. */
  readonly pendingReset?: { readonly proof: string | null };
}

/** Signs somebody in. Refused with SIGN_IN_FAILED, alike for unknown names and wrong passwords, or TOO_MANY_REQUESTS. */
export class CreateSession {
  constructor(
    readonly username: string,
    readonly password: string,
    /** `replaced`: the refresh secret that the browser already had, whose session ends. */
    readonly client: { readonly origin: SessionOrigin; readonly replaced: string | undefined },
    readonly context: CommandContext,
  ) {}
}
