import { Command } from '@nestjs/cqrs';
import type { Role } from '../../../contracts/sign-in.contract.js';
import type { PasswordHash } from '../../../platform/auth/credentials.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { Claim, ClaimOwner } from '../../../platform/eventsourcing/claims.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { UserRegistered } from '../user.events.js';
import { userStream } from '../user.stream.js';

/** A new account, already validated. */
export interface Registration {
  readonly username: string;
  readonly email: string;
  /** Null: they are invited to choose one. */
  readonly password: string | PasswordHash | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly rankTitle: string;
  readonly role: Role;
  readonly organizationId: string | null;
  /** ISO 3166-1 numeric, as text. */
  readonly nationality?: string | null;
  /** The organization's access code they registered with. */
  readonly accessCodeId?: string | null;
  /** They are disabled from the start, and need no seat. */
  readonly disabledBy?: 'admin' | undefined;
  readonly through?: UserRegistered['data']['through'];
}

export interface RegisteredUser {
  readonly userId: string;
  readonly appended: AppendResult | undefined;
}

/** Returns the owner of the names of an account: its stream, which may not exist yet. */
export const accountOwner = (userId: string): ClaimOwner => ({ id: userId, stream: userStream.name(userId) });

/** What nobody else may have, and what somebody is told who wants it. */
export const accountClaims = ({ username, email }: Pick<Registration, 'username' | 'email'>): readonly Claim[] => [
  { kind: 'username', value: username, field: 'UserName', message: 'Username is already taken.' },
  { kind: 'email', value: email, field: 'Email', message: 'Email is already registered.' },
];

/**
 * Registers a person whose id is the command's id, so that a repeat with the same idempotency key finds them. Whoever asks
 * for it has taken the seat they need. Refused with ALREADY_TAKEN when somebody has the username or e-mail.
 */
export class RegisterUser extends Command<RegisteredUser> {
  constructor(
    readonly registration: Registration,
    readonly context: CommandContext,
  ) {
    super();
  }
}
