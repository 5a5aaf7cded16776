import type { SessionOrigin } from '../../../platform/auth/refresh-families.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** Why a session cannot be renewed. `over`: it expired, or no more may be said. */
export type SessionEnd = 'over' | 'disabled' | 'unpaid' | 'ended-by-owner' | 'ended-by-admin' | 'account-changed';

/** Exchanges a refresh secret for the next one, or returns why that is not possible. */
export class RefreshSession {
  constructor(
    readonly secret: string,
    readonly origin: SessionOrigin,
    readonly context: CommandContext,
  ) {}
}
