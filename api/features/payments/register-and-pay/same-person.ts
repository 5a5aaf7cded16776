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
 * Checks whether a request comes from the person who started a registration; while it is open, the password proves it. Refused with 429 for
 * an address with too many wrong passwords, even when this one is correct.
 */
@Injectable()
export class SamePerson {
  constructor(
    private readonly credentials: Credentials,
    private readonly claims: Claims,
    private readonly pending: PendingRegistrations,
    private readonly commandBus: CommandBus,
  ) {}

  /** Returns whether all details are the same, the card included, and the password matches. */
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
   * Returns whether the registration's account has this name and e-mail address. Does not check the password: the answer only contains the
   * account's id, and the route must not help to guess passwords.
   */
  async owns({ userName, email }: RegistrationRequest, userId: string): Promise<boolean> {
    const owners = [await this.claims.ownerOf('username', userName), await this.claims.ownerOf('email', email)];
    return owners.every((owner) => owner === userId);
  }

  /** Returns an open registration of the same person, after another card or a lost response. */
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

  /** Compares the password. Counts a failure in advance, so that concurrent requests cannot exceed the limit. */
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

/** Returns the stored fields of the form, in a fixed order. */
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
