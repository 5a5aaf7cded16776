import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { RegisterAndPayRequest } from '../../../contracts/payment.contract.js';
import { Credentials } from '../../../platform/auth/credentials.js';
import { hashingSourceOf } from '../../../platform/auth/passwords.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { ValidateRegistration } from '../../registration/registration.commands.js';
import { AccountOpening } from '../account-opening.js';
import { PendingRegistrations } from '../pending-registrations.js';
import { CardPayments } from '../card-payments.js';
import { detailsOf } from './same-person.js';

/** Steps of a registration before the first call to Stripe. */
@Injectable()
export class RegistrationStart {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly credentials: Credentials,
    private readonly accounts: AccountOpening,
    private readonly pending: PendingRegistrations,
    private readonly cards: CardPayments,
  ) {}

  /** @throws DomainError PAYMENT_NOT_CONFIGURED */
  assertPossible(): void {
    this.cards.assertConfigured();
  }

  /**
   * Checks the rules of registration, stores the pending registration, and then reserves the names. Of two concurrent requests with one id,
   * the second therefore reserves nothing.
   * @returns false when another request with this id was faster
   * @throws DomainError with a map of fields
   */
  async begin(
    registrationId: string,
    { userRegistrationDetails: given, paymentMethodId }: RegisterAndPayRequest,
    context: CommandContext,
  ): Promise<boolean> {
    const membership = await this.commandBus.execute(new ValidateRegistration(given, 'paid', context));
    // The account exists: the other request has finished.
    if (!membership) return false;
    const details = detailsOf(given);
    const passwordHash = await this.credentials.hashOfNewcomer(given.password, hashingSourceOf(context.metadata));
    const lease = await this.pending.add({
      registrationId,
      details,
      passwordHash,
      ...membership,
      paymentMethodId,
      priceId: this.cards.priceId,
    });
    if (!lease) return false;
    try {
      await this.accounts.reserve(registrationId, details);
    } catch (error) {
      await this.pending.forget(registrationId);
      throw error;
    } finally {
      await lease.release();
    }
    return true;
  }
}
