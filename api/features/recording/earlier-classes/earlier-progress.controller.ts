import { Controller, Get, Param } from '@nestjs/common';
import type { EarlierProgress } from '../../../contracts/class-progress.contract.js';
import { MIN_EARLIER_CLASSES, typicalProgress } from '../../../contracts/class-progress.rule.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { StoredProgress } from './stored-progress.js';

/** Route GET /api/sessions/{sessionId}/earlier-progress: the typical progress of the earlier classes of the course. */
@Controller('sessions/:sessionId/earlier-progress')
@Roles(...STAFF)
export class EarlierProgressController {
  constructor(
    private readonly access: CourseAccess,
    private readonly progress: StoredProgress,
  ) {}

  @Get()
  async read(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @CurrentActor() actor: Actor,
  ): Promise<EarlierProgress> {
    await this.access.classOfStaff(actor, sessionId);
    const earlier = await this.progress.ofEarlierClasses(sessionId);
    const { minutes, steps } = typicalProgress(earlier);
    const missing = Math.max(0, MIN_EARLIER_CLASSES - earlier.length);
    return { classes: earlier.length, missing, minutes, steps: [...steps] };
  }
}
