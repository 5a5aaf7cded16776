import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/auth/actor.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import { eventIdOf } from '../../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { foldUser } from '../user-by-stream.query.js';
import { type KnownUser, userStream } from '../user.stream.js';
import { type UserAction, verdictOn } from '../user.policy.js';

/** An account as its stream tells it. */
export interface Account {
  readonly user: KnownUser;
  /** True when the command has been here before: what it asks for has happened, and is not asked for again. */
  readonly isRepeat: boolean;
}

const ON_OWN_ACCOUNT: Readonly<Partial<Record<UserAction, string>>> = {
  enable: 'You cannot disable the logged-in account',
  'change-role': 'You cannot change the role for the logged-in account',
  delete: 'You cannot delete the logged-in account',
};

/** Accounts that somebody wants to change, by their streams: a read model may not have heard of them yet. */
@Injectable()
export class Accounts {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** @throws DomainError 404 for whom the actor may not know, 403 for whom they may not change, 409 for themselves. */
  async toChange(actor: Actor, action: UserAction, userId: string, commandId: string): Promise<Account> {
    const found = await foldUser(this.store, userId);
    if (!found) throw notFound('The user');
    const { user, past } = found;
    refuse(actor, action, user);
    const eventId = eventIdOf(commandId, userStream.name(userId), 0);
    const isRepeat = past.some((event) => event.eventId === eventId);
    if (user.status === 'deleted' && !isRepeat) throw notFound('The user');
    return { user, isRepeat };
  }
}

/** @throws DomainError when the actor may not do this to the user. */
export function refuse(actor: Actor, action: UserAction, { userId: id, organizationId, role }: KnownUser): void {
  const verdict = verdictOn(actor, action, { id, organizationId, role });
  if (verdict === 'hidden') throw notFound('The user');
  if (verdict === 'forbidden') throw new DomainError('FORBIDDEN', 'You may not change this of the user.', 403);
  if (verdict === 'own-account') throw new DomainError('OWN_ACCOUNT', ON_OWN_ACCOUNT[action]!);
}
