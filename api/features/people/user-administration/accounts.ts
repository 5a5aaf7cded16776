import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/auth/actor.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import { firstEventOf } from '../../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { foldUser } from '../user-by-stream.query.js';
import { type KnownUser, userStream } from '../user.stream.js';
import { type UserAction, userAccess } from '../user.policy.js';

/** An account, as recorded in its stream. */
export interface Account {
  readonly user: KnownUser;
  /** True when the command was executed before; the caller skips its effects. */
  readonly isRepeat: boolean;
}

const ON_OWN_ACCOUNT: Readonly<Partial<Record<UserAction, string>>> = {
  enable: 'You cannot disable the logged-in account',
  'change-role': 'You cannot change the role for the logged-in account',
  delete: 'You cannot delete the logged-in account',
};

/** Loads accounts for changes from their streams, because a read model may be stale. */
@Injectable()
export class Accounts {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** @throws DomainError 404 for users hidden from the actor, 403 for users they cannot change, 409 for their own account. */
  async loadForChange(actor: Actor, action: UserAction, userId: string, commandId: string): Promise<Account> {
    const found = await foldUser(this.store, userId);
    if (!found) throw notFound('The user');
    const { user, past } = found;
    assertAllowed(actor, action, user);
    const isRepeat = firstEventOf(commandId, userStream.name(userId), past) !== undefined;
    if (user.status === 'deleted' && !isRepeat) throw notFound('The user');
    return { user, isRepeat };
  }
}

/** Checks the policy. @throws DomainError when the actor is not allowed to do this to the user. */
export function assertAllowed(actor: Actor, action: UserAction, { userId: id, organizationId, role }: KnownUser): void {
  const verdict = userAccess(actor, action, { id, organizationId, role });
  if (verdict === 'hidden') throw notFound('The user');
  if (verdict === 'forbidden')
    throw new DomainError('FORBIDDEN', 'You are not allowed to make this change to the user.', 403);
  if (verdict === 'own-account') throw new DomainError('OWN_ACCOUNT', ON_OWN_ACCOUNT[action]!);
}
