import { Controller, Get, Param } from '@nestjs/common';
import type { ReviewList } from '../../../contracts/grades.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { ReviewQuery } from './review.query.js';

/** Route GET /api/sessions/{sessionId}/review, for staff of the course. */
@Controller('sessions/:sessionId/review')
@Roles(...STAFF)
export class ReviewController {
  constructor(
    private readonly access: CourseAccess,
    private readonly review: ReviewQuery,
  ) {}

  @Get()
  async read(@Param('sessionId', { schema: Id }) sessionId: string, @CurrentActor() actor: Actor): Promise<ReviewList> {
    const { session } = await this.access.classOfStaff(actor, sessionId);
    return this.review.read(session);
  }
}
