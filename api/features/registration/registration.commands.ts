import { Command } from '@nestjs/cqrs';
import type { RegistrationRequest } from '../../contracts/registration.contract.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';

/** How somebody registers: what the access code must be, and what it means, depends on it. */
export type RegistrationWay = 'access-code' | 'free' | 'paid';

/** What is counted against an address that registers. */
export type Refusal = 'taken-name' | 'declined-card' | 'wrong-password';

/** Where somebody registers to; both null for nowhere. */
export interface Membership {
  readonly organizationId: string | null;
  readonly accessCodeId: string | null;
}

/**
 * Where the registration leads to, null for a repeat. Refused with a map of fields when registering would be, as far as can
 * be said now; and with 429 for an address that got too much wrong. Changes nothing but that count. `undecided`: the form asks
 * before its page of card or code is chosen.
 */
export class ValidateRegistration extends Command<Membership | null> {
  constructor(
    readonly details: RegistrationRequest,
    readonly way: RegistrationWay | 'undecided',
    readonly context: CommandContext,
    /** True when nothing follows from the answer: it hides who has an account in another organization. */
    readonly isAdvice = false,
  ) {
    super();
  }
}

/** Counts something that went wrong against the address it came from; too much of it refuses {@link ValidateRegistration}. */
export class CountRefusal extends Command<void> {
  constructor(
    readonly kind: Refusal,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Takes back what was counted before it was known to be right. */
export class ForgiveRefusal extends Command<void> {
  constructor(
    readonly kind: Refusal,
    readonly context: CommandContext,
  ) {
    super();
  }
}
