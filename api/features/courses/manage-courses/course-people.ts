import { Inject, Injectable } from '@nestjs/common';
import { PLAYERS, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { OneAtATime } from '../../../platform/database/one-at-a-time.js';
import { DomainError } from '../../../platform/domain-error.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { assertPaid } from '../../organizations/paid-organization.policy.js';
import { foldUsers, userByStream } from '../../people/user-by-stream.query.js';
import { courseOwnership } from '../owned-courses.query.js';

/** Checks the instructor and the first members of a course (docs/rules.md#creating-a-course). */
@Injectable()
export class CoursePeople {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly oneAtATime: OneAtATime,
  ) {}

  /**
   * Runs `work` while the person cannot be moved, deleted or given another role. `work` checks that the person may run a
   * course and makes them its instructor.
   */
  async whileOwnerStays<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
    return this.oneAtATime.run(courseOwnership(ownerId), work);
  }

  /**
   * Returns the organization of a new course, which is that of its instructor.
   * @throws DomainError 400 on OwnerId when the person is not staff, or not of the organization of an organization admin;
   *   409 when the organization is unpaid.
   */
  async organizationOfOwner(actor: Actor, ownerId: string): Promise<string | null> {
    const owner = await this.findStaff(ownerId);
    if (!owner) throw unfitOwner();
    const isOwn = actor.organizationId !== null && owner.organizationId === actor.organizationId;
    if (!isOwn && !actor.roles.includes('SystemAdmin')) throw unfitOwner();
    await assertPaid(this.store, owner.organizationId);
    return owner.organizationId;
  }

  /** @throws DomainError 400 on OwnerId when the person is not staff of the course's organization. */
  async assertMayRun(ownerId: string, organizationId: string | null): Promise<void> {
    const owner = await this.findStaff(ownerId);
    if (owner?.organizationId !== organizationId) throw unfitOwner();
  }

  /** @throws DomainError 400 on MemberIds unless all are players of the organization or have no organization. */
  async assertMayBelong(memberIds: readonly string[], organizationId: string | null): Promise<void> {
    // Reads the streams, because a member may just have moved to another organization.
    const users = await foldUsers(this.store, memberIds);
    const fit = users.filter(
      (user) =>
        user.status !== 'deleted' &&
        PLAYERS.some((role) => role === user.role) &&
        (user.organizationId === null || user.organizationId === organizationId),
    );
    if (fit.length === memberIds.length) return;
    const message = 'Choose players of the organization, or players without one.';
    throw new DomainError('VALIDATION_FAILED', message, 400, { MemberIds: [message] });
  }

  private async findStaff(userId: string): Promise<{ organizationId: string | null } | null> {
    const user = (await userByStream(this.store, userId))?.user;
    if (!user || !STAFF.some((role) => role === user.role)) return null;
    if (user.status === 'disabled') throw unfitOwner('The account of this person is disabled. Enable it first.');
    return user;
  }
}

function unfitOwner(message = 'Choose an instructor or admin of the organization.'): DomainError {
  return new DomainError('VALIDATION_FAILED', message, 400, { OwnerId: [message] });
}
