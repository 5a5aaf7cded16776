import { Injectable, Logger } from '@nestjs/common';
import type { RegisterAndPayRequest } from '../../../contracts/payment.contract.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { PaymentLog } from '../payment-log.js';
import { PendingRegistrations } from '../pending-registrations.js';
import { PaymentWork } from '../payment-work.js';
import { PaymentInDoubt } from '../stripe-failures.js';
import { type SubscriptionOutcome, outcomeOf } from '../subscription-saga.js';
import { RegistrationStart } from './registration-start.js';
import { SamePerson } from './same-person.js';

/** The outcome with its registration. `registrationId` is also the id of the account. */
export type RegisterAndPayResult = SubscriptionOutcome & { readonly registrationId: string };

/**
 * Charges a subscription and then creates the account. The registration's id is the command's, or the request's after the card's holder has
 * confirmed. Refused with PAYMENT_NOT_CONFIGURED, a map of fields, NOT_FOUND for a registration of another person, IDEMPOTENCY_KEY_REUSED,
 * or 503 while the outcome is unknown.
 */
export class RegisterAndPay {
  constructor(
    readonly request: RegisterAndPayRequest,
    readonly context: CommandContext,
  ) {}
}

const OUTCOME_UNKNOWN =
  'The card payment is not confirmed yet. Please do not pay again: try to log in within a few minutes, or submit this form again.';

@Injectable()
export class RegisterAndPayHandler {
  private readonly logger = new Logger(RegisterAndPayHandler.name);

  constructor(
    private readonly start: RegistrationStart,
    private readonly work: PaymentWork,
    private readonly samePerson: SamePerson,
    private readonly log: PaymentLog,
    private readonly pending: PendingRegistrations,
  ) {}

  async execute({ request, context }: RegisterAndPay): Promise<RegisterAndPayResult> {
    this.start.assertPossible();
    try {
      return request.registrationId
        ? await this.again(request, request.registrationId, notFound('The registration'), context)
        : await this.begin(request, context);
    } catch (error) {
      if (!(error instanceof PaymentInDoubt)) throw error;
      this.logger.warn(error.message);
      throw new DomainError('UNAVAILABLE', OUTCOME_UNKNOWN, 503, undefined, 60);
    }
  }

  private async begin(request: RegisterAndPayRequest, context: CommandContext): Promise<RegisterAndPayResult> {
    const { commandId: registrationId } = context;
    const reused = new DomainError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another registration.', 422);
    if (await this.isKnown(registrationId)) return this.again(request, registrationId, reused, context);
    const earlier = await this.samePerson.earlierOf(request.userRegistrationDetails, context);
    if (earlier) {
      const outcome = await this.work.settle(earlier, context);
      if (outcome.kind === 'registered') return { ...outcome, registrationId: earlier };
    }
    const isFirst = await this.start.begin(registrationId, request, context);
    if (!isFirst) return this.again(request, registrationId, reused, context);
    return { ...(await this.work.finish(registrationId, context)), registrationId };
  }

  private async isKnown(registrationId: string): Promise<boolean> {
    if (await this.pending.find(registrationId)) return true;
    return (await this.log.read(registrationId)).status !== 'none';
  }

  /** Continues a registration for the person who started it; refuses all others with `refusal`. */
  private async again(
    request: RegisterAndPayRequest,
    registrationId: string,
    refusal: DomainError,
    context: CommandContext,
  ): Promise<RegisterAndPayResult> {
    const started = await this.pending.find(registrationId);
    if (started) {
      if (!(await this.samePerson.repeats(request, started, context))) throw refusal;
      return { ...(await this.work.finish(registrationId, context)), registrationId };
    }
    return { ...(await this.ended(request, registrationId, refusal)), registrationId };
  }

  private async ended(
    request: RegisterAndPayRequest,
    userId: string,
    refusal: DomainError,
  ): Promise<SubscriptionOutcome> {
    const outcome = outcomeOf(await this.log.read(userId));
    if (!outcome) throw refusal;
    if (outcome.kind === 'failed') return outcome;
    if (!(await this.samePerson.owns(request.userRegistrationDetails, userId))) throw refusal;
    return outcome;
  }
}
