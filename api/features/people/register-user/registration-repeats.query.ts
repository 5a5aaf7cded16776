import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { foldUser } from '../user-by-stream.query.js';
import { accountClaims, type Registration } from './register-user.command.js';

type Names = Pick<Registration, 'username' | 'email'>;

/** Recognizes repeated registrations by the account's stream alone, without claiming names. */
@Injectable()
export class RegistrationRepeats {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly claims: Claims,
  ) {}

  /**
   * Returns true when an account with this id was registered with these names, even if it has changed since.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED when it was registered with other names
   */
  async isRepeat(userId: string, names: Names): Promise<boolean> {
    const found = await foldUser(this.store, userId);
    if (!found) return false;
    // The account may have been registered under an older HMAC key.
    const [usernameHmacs, emailHmacs] = accountClaims(names).map(({ kind, value }) =>
      this.claims.hmacs(kind, value).map((hmac) => hmac.toString('hex')),
    );
    const { usernameHmac, registeredEmailHmac } = found.user;
    if (usernameHmacs!.includes(usernameHmac) && emailHmacs!.includes(registeredEmailHmac)) return true;
    throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another user.', 422);
  }
}
