import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DomainError } from '../../platform/domain-error.js';
import { Claims } from '../../platform/eventsourcing/claims.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { ReleaseSeat, TakeSeat } from '../organizations/seats/seats.commands.js';
import { accountByStream } from '../people/account-by-stream.query.js';
import { accountClaims, accountOwner, RegisterUser } from '../people/register-user/register-user.command.js';
import { RegistrationRepeats } from '../people/register-user/registration-repeats.query.js';
import type { PendingRegistration } from './pending-registrations.js';

/** Creates the account of a paid registration, with the registration's id. Its names are reserved from the start. */
@Injectable()
export class AccountOpening {
  constructor(
    private readonly commandBus: CommandBus,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly claims: Claims,
    private readonly repeats: RegistrationRepeats,
  ) {}

  /** @throws DomainError ALREADY_TAKEN with the fields that another account has */
  async reserve(userId: string, details: { username: string; email: string }): Promise<void> {
    await this.claims.reserve(accountOwner(userId), accountClaims(details));
  }

  /** Releases the names of an account that was never created. */
  release(userId: string): Promise<void> {
    return this.claims.release(userId);
  }

  async exists(userId: string): Promise<boolean> {
    return (await accountByStream(this.store, userId)) !== null;
  }

  /**
   * Creates the account. A repeat finds it, even if it has changed since.
   * @throws DomainError when the account can never be created: {@link isRefusal}
   */
  async open(registration: PendingRegistration, { metadata }: CommandContext): Promise<AppendResult | undefined> {
    const { registrationId: userId, organizationId, accessCodeId, details, passwordHash } = registration;
    if (await this.repeats.isRepeat(userId, details)) return undefined;
    const context = { commandId: userId, metadata: { ...metadata, actorId: userId } };
    if (organizationId) await this.commandBus.execute(new TakeSeat(organizationId, [userId], context));
    const account = {
      ...details,
      nationality: details.nationality === null ? null : String(details.nationality).padStart(3, '0'),
      password: { hash: passwordHash },
      role: 'User',
      organizationId,
      accessCodeId,
      through: 'paid',
    } as const;
    try {
      return (await this.commandBus.execute(new RegisterUser(account, context))).appended;
    } catch (error) {
      if (organizationId && isRefusal(error)) {
        await this.commandBus.execute(new ReleaseSeat(organizationId, [userId], context));
      }
      throw error;
    }
  }
}

/** Returns whether an error is final because a rule was violated. Other errors may succeed on a retry. */
export const isRefusal = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.status < 500 && error.status !== 429;
