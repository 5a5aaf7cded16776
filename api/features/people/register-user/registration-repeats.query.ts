import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { foldUser } from '../user-by-stream.query.js';
import { keyReused } from '../user.stream.js';
import { accountClaims, type Registration } from './register-user.command.js';

type Names = Pick<Registration, 'username' | 'email'>;

/** Recognizes repeated registrations by the account's stream, without claiming names. */
@Injectable()
export class RegistrationRepeats {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly claims: Claims,
  ) {}

  /**
   * Returns true when an account with this id was registered with these names, even if it has changed since.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED when it was registered with other names, ALREADY_TAKEN when it lost its name
   */
  async isRepeat(userId: string, names: Names): Promise<boolean> {
    const found = await foldUser(this.store, userId);
    if (!found) return false;
    // The account may have been registered under an older HMAC key.
    const [usernameHmacs, emailHmacs] = accountClaims(names).map(({ kind, value }) =>
      this.claims.hmacs(kind, value).map((hmac) => hmac.toString('hex')),
    );
    const { usernameHmac, registeredEmailHmac } = found.user;
    if (!usernameHmacs!.includes(usernameHmac) || !emailHmacs!.includes(registeredEmailHmac)) {
      throw keyReused();
    }
    // Accounts keep their name even when they are deleted or erased. Only a registration that was undone does not have it.
    if ((await this.claims.ownerOf('username', names.username)) === userId) return true;
    throw new DomainError('ALREADY_TAKEN', 'Username or email is already taken. Register again.', 409);
  }
}
