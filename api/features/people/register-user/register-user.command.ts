import { Command } from '@nestjs/cqrs';
import type { Role } from '../../../contracts/sign-in.contract.js';
import type { PasswordHash } from '../../../platform/auth/credentials.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { ClaimOwner } from '../../../platform/eventsourcing/claim-table.js';
import type { Claim } from '../../../platform/eventsourcing/claims.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { UserRegistered } from '../user.events.js';
import { userStream } from '../user.stream.js';

/** A new account, already validated. */
export interface Registration {
  readonly username: string;
  readonly email: string;
  /** Null when the user is invited to choose a password. */
  readonly password: string | PasswordHash | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly rankTitle: string;
  readonly role: Role;
  readonly organizationId: string | null;
  /** ISO 3166-1 numeric, as text. */
  readonly nationality?: string | null;
  /** The organization's access code that was used for the registration. */
  readonly accessCodeId?: string | null;
  /** Set when the account is disabled from the start and takes no seat. */
  readonly disabledBy?: 'admin' | undefined;
  readonly through?: UserRegistered['data']['through'];
}

export interface RegisteredUser {
  readonly userId: string;
  readonly appended: AppendResult | undefined;
}

/** Returns the owner of an account's claims: the user's stream, which may not exist yet. */
export const accountOwner = (userId: string): ClaimOwner => ({ id: userId, stream: userStream.name(userId) });

/** Returns the unique values of an account, with the message shown when one is taken. */
export const accountClaims = ({ username, email }: Pick<Registration, 'username' | 'email'>): readonly Claim[] => [
  { kind: 'username', value: username, field: 'UserName', message: 'Username is already taken.' },
  { kind: 'email', value: email, field: 'Email', message: 'Email is already registered.' },
];

/**
 * Registers a user with the command's id, so that a repeat with the same idempotency key finds the account. The caller has already taken
 * the seat. Refused with ALREADY_TAKEN when another account has the username or e-mail address.
 */
export class RegisterUser extends Command<RegisteredUser> {
  constructor(
    readonly registration: Registration,
    readonly context: CommandContext,
  ) {
    super();
  }
}
