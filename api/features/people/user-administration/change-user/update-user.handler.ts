import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DomainError } from '../../../../platform/domain-error.js';
import { Claims } from '../../../../platform/eventsourcing/claims.js';
import type { CommandContext } from '../../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../../platform/eventsourcing/event-store.js';
import { ConfirmPassword } from '../../../sign-in/confirm-password/confirm-password.command.js';
import { Accounts, assertAllowed } from '../accounts.js';
import { changeIdOf, EmailChanges } from '../email-changes.js';
import type { KnownUser, Profile, UserCommand } from '../../user.stream.js';
import type { EmailRequest } from '../../user-email.rule.js';
import { UpdateUser } from './change-user.commands.js';
import { EmailConflicts } from './email-conflicts.js';
import { Moves } from './moves.js';

/** A requested change of an account, before authorization. */
interface Update {
  readonly profile: Partial<Profile>;
  readonly organizationId: string | null | undefined;
}

@Injectable()
export class UpdateUserHandler {
  constructor(
    private readonly accounts: Accounts,
    private readonly emails: EmailChanges,
    private readonly conflicts: EmailConflicts,
    private readonly claims: Claims,
    private readonly moves: Moves,
    private readonly commandBus: CommandBus,
  ) {}

  /** Users confirm their own new e-mail address; an address set by an administrator takes effect immediately. */
  async execute(command: UpdateUser): Promise<AppendResult | undefined> {
    const { actor, userId, changes, context } = command;
    const { user, isRepeat } = await this.accounts.loadForChange(actor, 'edit', userId, context.commandId);
    if (isRepeat) return undefined;
    const { organizationId, email, firstName, lastName, rankTitle } = changes;
    const isMove = organizationId !== undefined && organizationId !== user.organizationId;
    if (isMove) assertAllowed(actor, 'move', user);
    const update = { profile: withoutUndefined({ firstName, lastName, rankTitle }), organizationId };
    if (email === undefined || email === user.profile.email) return this.record(user, update, context);
    if (actor.userId !== userId) {
      return this.conflicts.run(actor.userId, () => this.replaceEmail(user, email, update, context));
    }
    await this.confirmPassword(command);
    const { occurredAt: now } = context.metadata;
    const emailHmac = this.claims.hmac('email', email).toString('hex');
    return this.record(user, update, context, { requestId: changeIdOf(context), email, emailHmac, now });
  }

  /**
   * Records an update without checking whether another account has the address, so that the response does not reveal it. The mail to that
   * address does.
   */
  private record(
    user: KnownUser,
    { profile, organizationId }: Update,
    context: CommandContext,
    newEmail?: EmailRequest,
  ): Promise<AppendResult | undefined> {
    const command: UserCommand = {
      type: 'Update',
      profile,
      organizationId,
      movedAs: user.status,
      newEmail,
      authorizedFor: user,
    };
    return this.moving(user, organizationId, context, () => this.emails.append(user.userId, command, context));
  }

  /** Claims the new e-mail address, takes a seat for a move, and records everything in one append. */
  private replaceEmail(
    user: KnownUser,
    email: string,
    { profile, organizationId }: Update,
    context: CommandContext,
  ): Promise<AppendResult | undefined> {
    const emailHmac = this.claims.hmac('email', email).toString('hex');
    const changeId = changeIdOf(context);
    const command: UserCommand = {
      type: 'Update',
      profile: { ...profile, email, emailHmac },
      organizationId,
      movedAs: user.status,
      emailChangeId: changeId,
      authorizedFor: user,
    };
    return this.emails.replace(user, { changeId, email }, context, (held) =>
      this.moving(user, organizationId, context, () => this.emails.append(user.userId, command, context, held)),
    );
  }

  private moving<T>(
    user: KnownUser,
    to: string | null | undefined,
    context: CommandContext,
    append: () => Promise<T>,
  ): Promise<T> {
    return to === undefined || to === user.organizationId ? append() : this.moves.run(user, to, context, append);
  }

  private async confirmPassword({ userId, changes, context }: UpdateUser): Promise<void> {
    const { currentPassword } = changes;
    if (currentPassword === undefined || currentPassword === '') {
      const message = 'Enter your current password to change your e-mail address.';
      throw new DomainError('VALIDATION_FAILED', message, 400, { CurrentPassword: [message] });
    }
    await this.commandBus.execute(new ConfirmPassword(userId, currentPassword, context));
  }
}

const withoutUndefined = <T extends object>(changes: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
