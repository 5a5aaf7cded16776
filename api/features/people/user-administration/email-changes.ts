import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { type ClaimedWork, Claims, type HeldClaims } from '../../../platform/eventsourcing/claims.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { compensationOf } from '../../../platform/eventsourcing/system-context.js';
import { accountOwner } from '../register-user/register-user.command.js';
import { userByStream } from '../user-by-stream.query.js';
import { type KnownUser, type UserCommand, userStream } from '../user.stream.js';
import { invalidLink } from '../user-email.rule.js';

/** Returns the id of the change that a command requests; a repeated command requests the same change. */
export const changeIdOf = ({ commandId }: CommandContext): string => uuidv5('e-mail change', commandId);

/** A change that takes effect now. The present address stays reserved until `reservedUntil`. */
export interface EmailReplacement {
  readonly changeId: string;
  readonly email: string;
  readonly reservedUntil?: Date;
}

/** Records changes of e-mail addresses together with their claims. */
@Injectable()
export class EmailChanges {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
    private readonly claims: Claims,
  ) {}

  /** @throws DomainError INVALID_LINK when the account does not exist or is erased */
  async find(userId: string): Promise<KnownUser> {
    const found = await userByStream(this.store, userId);
    if (!found || found.user.erased) throw invalidLink();
    return found.user;
  }

  async append(
    userId: string,
    command: UserCommand,
    context: CommandContext,
    claims?: HeldClaims,
  ): Promise<AppendResult | undefined> {
    return (await this.commands.handle(userStream.of(userId), command, context, claims)).appended;
  }

  /**
   * Claims the address for the user while `work` records it.
   * @throws DomainError ALREADY_TAKEN
   */
  replace<T>(
    { userId, profile }: KnownUser,
    { changeId, email, reservedUntil }: EmailReplacement,
    context: CommandContext,
    work: ClaimedWork<T>,
  ): Promise<T> {
    const claim = { kind: 'email', value: email, field: 'Email', message: 'Email is already registered.' };
    const withdrawal = { type: 'WithdrawEmail', changeId, previous: profile } as const;
    return this.claims.replaceClaim(
      accountOwner(userId),
      claim,
      async (held) => {
        if (reservedUntil) await this.claims.reserveUntil(userId, 'email', profile.email, reservedUntil);
        return work(held);
      },
      () => this.append(userId, withdrawal, compensationOf(context)),
    );
  }
}
