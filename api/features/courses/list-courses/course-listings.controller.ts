import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type CourseListing, GroupsQuery } from '../../../contracts/group.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { scopeOf } from '../course-staff.query.js';
import { CourseListingsQuery } from './course-listings.query.js';

/** What the courses page lists. The headers say how many there are, and from where the live topic `courses` goes on. */
@Controller('groups/listings')
@Roles(...STAFF)
export class CourseListingsController {
  constructor(private readonly listings: CourseListingsQuery) {}

  @Get()
  async list(
    @Query({ schema: GroupsQuery }) { ownerUserId, ownerOrganizationId }: GroupsQuery,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CourseListing[]> {
    const filter = { ownerId: ownerUserId, organizationId: ownerOrganizationId };
    const { sequence, generation, total, listings } = await this.listings.list(scopeOf(actor), filter);
    void reply
      .header('x-total-count', String(total))
      .header('x-live-sequence', String(sequence))
      .header('x-live-generation', String(generation));
    return listings;
  }
}
