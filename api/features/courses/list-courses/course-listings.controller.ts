import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type CourseListing, ListingsQuery } from '../../../contracts/group.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { scopeOf } from '../course.policy.js';
import { CourseListingsQuery } from './course-listings.query.js';

/**
 * Route GET /api/groups/listings. `x-total-count` is the number of courses from the start of this page to the end of the
 * list. The other headers tell the client from which sequence and generation the live topic `courses` continues.
 */
@Controller('groups/listings')
@Roles(...STAFF)
export class CourseListingsController {
  constructor(private readonly listings: CourseListingsQuery) {}

  @Get()
  async list(
    @Query({ schema: ListingsQuery }) { ownerUserId, ownerOrganizationId, after }: ListingsQuery,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CourseListing[]> {
    const filter = { ownerId: ownerUserId, organizationId: ownerOrganizationId };
    const { sequence, generation, total, listings } = await this.listings.list(scopeOf(actor), filter, after ?? null);
    void reply
      .header('x-total-count', String(total))
      .header('x-live-sequence', String(sequence))
      .header('x-live-generation', String(generation));
    return listings;
  }
}
