import { Inject, Injectable } from '@nestjs/common';
import type { OwnAccount } from '../../../../contracts/own-account.contract.js';
import { toMoment } from '../../../../contracts/primitives.contract.js';
import { CLOCK, type Clock } from '../../../../platform/clock.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/eventsourcing/event-store.js';
import { userByStream } from '../../user-by-stream.query.js';

@Injectable()
export class OwnAccountQuery {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Reads the account from its stream; null when it has been deleted. */
  async find(userId: string): Promise<OwnAccount | null> {
    const found = await userByStream(this.store, userId);
    if (!found) return null;
    const { username, profile, email } = found.user;
    const { pending } = email;
    const isOpen = pending !== null && Date.parse(pending.expiresAt) > this.clock.now().getTime();
    return {
      id: userId,
      username,
      email: profile.email,
      firstName: profile.firstName,
      lastName: profile.lastName,
      rankTitle: profile.rankTitle,
      pendingEmail: isOpen ? { email: pending.email, expiresAt: toMoment(new Date(pending.expiresAt)) } : null,
    };
  }
}
