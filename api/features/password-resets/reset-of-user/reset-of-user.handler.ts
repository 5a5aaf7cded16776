import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/auth/actor.js';
import { RefreshFamilies } from '../../../platform/auth/refresh-families.js';
import { DomainError, notFound } from '../../../platform/domain-error.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { LogPosition } from '../../../platform/eventsourcing/message.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { userByStream, type UserByStream } from '../../people/user-by-stream.query.js';
import { Resets } from '../resets.js';

/** Resets another user's password; the response shows the one-time code once (docs/rules.md#reset-by-an-administrator). */
export class ResetOfUser {
  constructor(
    readonly userId: string,
    readonly actor: Actor,
    readonly context: CommandContext,
  ) {}
}

/** One-time code of a reset, returned only once, with the log position of the reset. */
export interface ResetCode {
  readonly code: string;
  readonly position: LogPosition | undefined;
}

@Injectable()
export class ResetOfUserHandler {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly resets: Resets,
    private readonly families: RefreshFamilies,
  ) {}

  async execute({ userId, actor, context }: ResetOfUser): Promise<ResetCode> {
    const found = await userByStream(this.store, userId);
    if (!found) throw notFound('The user');
    refuse(actor, found.user);
    const { eventId, position } = await this.resets.request(userId, 'admin', context, found.user);
    // A repeat must not end sessions that began after the new password was chosen.
    if (position) await this.families.endEach(userId, 'reset-requested');
    const { code } = await this.resets.secretsOf(eventId);
    return { code, position };
  }
}

function refuse(actor: Actor, { organizationId, role }: UserByStream['user']): void {
  if (actor.role === 'SystemAdmin') return;
  if (actor.organizationId === null || actor.organizationId !== organizationId) throw notFound('The user');
  if (role !== 'SystemAdmin') return;
  throw new DomainError('FORBIDDEN', 'You are not allowed to reset the password of a system administrator.', 403);
}
