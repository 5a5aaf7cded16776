import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { RegisterAndPayRequest } from '../../../contracts/payment.contract.js';
import type { RegistrationRequest } from '../../../contracts/registration.contract.js';
import { Credentials } from '../../../platform/auth/credentials.js';
import { hashingSourceOf } from '../../../platform/auth/passwords.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { CountRefusal, ForgiveRefusal } from '../../registration/registration.commands.js';
import { type PendingRegistration, PendingRegistrations } from '../pending-registrations.js';

/**
 * Tells whether a request comes from whoever started a registration: as long as it is open, the password proves it. Refused
 * with 429 for an address that has got passwords wrong too often, also when this one is right.
 */
@Injectable()
export class SamePerson {
  constructor(
    private readonly credentials: Credentials,
    private readonly claims: Claims,
    private readonly pending: PendingRegistrations,
    private readonly commandBus: CommandBus,
  ) {}

  /** Every detail is the same, the card too. */
  async repeats(
    { userRegistrationDetails: details, paymentMethodId }: RegisterAndPayRequest,
    started: PendingRegistration,
    context: CommandContext,
  ): Promise<boolean> {
    const now = JSON.stringify(detailsOf(details));
    if (paymentMethodId !== started.paymentMethodId || now !== JSON.stringify(started.details)) return false;
    return this.hasPassword(started, details.password, context);
  }

  /**
   * The account that came of it has this name and e-mail. The password is not asked: the answer only names the account, and
   * this must not become a place to try out passwords.
   */
  async owns({ userName, email }: RegistrationRequest, userId: string): Promise<boolean> {
    const owners = [await this.claims.ownerOf('username', userName), await this.claims.ownerOf('email', email)];
    return owners.every((owner) => owner === userId);
  }

  /** A registration of the same person that has not ended: an earlier card, or an answer that never came. */
  async earlierOf(
    { userName, email, password, accessCode }: RegistrationRequest,
    context: CommandContext,
  ): Promise<string | null> {
    const owner = await this.claims.ownerOf('username', userName);
    if (owner === null || owner !== (await this.claims.ownerOf('email', email))) return null;
    const started = await this.pending.find(owner);
    if (started?.details.accessCode !== accessCode) return null;
    return (await this.hasPassword(started, password, context)) ? owner : null;
  }

  /** Counted before, so that no crowd gets past the limit. */
  private async hasPassword(
    { passwordHash: hash }: PendingRegistration,
    password: string,
    context: CommandContext,
  ): Promise<boolean> {
    await this.commandBus.execute(new CountRefusal('wrong-password', context));
    const matches = await this.credentials.matches({ hash }, password, hashingSourceOf(context.metadata));
    if (matches) await this.commandBus.execute(new ForgiveRefusal('wrong-password', context));
    return matches;
  }
}

/** What is kept of the form, in one order of fields. */
export const detailsOf = ({
  userName: username,
  email,
  firstName,
  lastName,
  rankTitle,
  nationality,
  accessCode,
}: RegistrationRequest): PendingRegistration['details'] => ({
  username,
  email,
  firstName,
  lastName,
  rankTitle,
  nationality,
  accessCode,
});
