import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../../../../platform/domain-error.js';
import type { CommandContext } from '../../../../platform/eventsourcing/command-handling.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/eventsourcing/event-store.js';
import { organizationByStream } from '../../../organizations/organization-by-stream.query.js';
import type { KnownUser } from '../../user.stream.js';
import { CourseOwners } from './course-owners.js';
import { WithSeat } from '../with-seat.js';

/** Moves users to another organization. */
@Injectable()
export class Moves {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly courseOwners: CourseOwners,
    private readonly withSeat: WithSeat,
  ) {}

  /**
   * Runs `move` with a seat in the new organization. Disabled users take a seat only when they are enabled.
   * @throws DomainError INSTRUCTOR_OF_COURSES, USER_LIMIT_REACHED, or NOT_FOUND for an unknown organization.
   */
  async run<T>(user: KnownUser, to: string | null, context: CommandContext, move: () => Promise<T>): Promise<T> {
    return this.courseOwners.runWhileOwningNone(user.userId, async () => {
      if (to !== null && !(await organizationByStream(this.store, to))) throw notFound('The organization');
      if (to !== null && user.status !== 'enabled') return this.withSeat.runWithoutSeat(to, context, move);
      return this.withSeat.runWithSeat(to, user.userId, context, move);
    });
  }
}
