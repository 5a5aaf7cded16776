import { Command } from '@nestjs/cqrs';
import type { RegistrationRequest } from '../../contracts/registration.contract.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';

/** Way of registering. It decides which access codes are accepted and what they grant. */
export type RegistrationWay = 'access-code' | 'free' | 'paid';

/** Mistakes that are counted against the client address. */
export type RegistrationRefusal = 'taken-name' | 'declined-card' | 'wrong-password';

/** The organization and access code of a new account; both null without an organization. */
export interface RegistrationTarget {
  readonly organizationId: string | null;
  readonly accessCodeId: string | null;
}

/**
 * Returns the membership that a registration would get, null for a repeat. Refused with a map of fields when registering would be refused
 * now, and with 429 for an address with too many mistakes. Changes nothing except that count. `undecided`: the form validates before the
 * user has chosen between card and code.
 */
export class ValidateRegistration extends Command<RegistrationTarget | null> {
  constructor(
    readonly details: RegistrationRequest,
    readonly way: RegistrationWay | 'undecided',
    readonly context: CommandContext,
    /** True when the answer has no consequence. It then hides accounts of other organizations. */
    readonly isAdvice = false,
  ) {
    super();
  }
}

/** Counts a mistake against the client address; too many make {@link ValidateRegistration} refuse. */
export class CountRefusal extends Command<void> {
  constructor(
    readonly kind: RegistrationRefusal,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Takes back a mistake that was counted in advance. */
export class ForgiveRefusal extends Command<void> {
  constructor(
    readonly kind: RegistrationRefusal,
    readonly context: CommandContext,
  ) {
    super();
  }
}
