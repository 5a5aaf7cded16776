import { Controller, Get, Param } from '@nestjs/common';
import type { ClassAliases } from '../../../contracts/leaderboard.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { CourseQuery } from '../../courses/course.query.js';
import { BoardNames, distinctNames } from '../read-board/board-names.js';

/** Route GET /api/sessions/{sessionId}/aliases: the aliases of a class (docs/rules.md#debrief-for-the-room). */
@Controller('sessions/:sessionId/aliases')
@Roles(...STAFF)
export class ClassAliasesController {
  constructor(
    private readonly access: CourseAccess,
    private readonly courses: CourseQuery,
    private readonly names: BoardNames,
  ) {}

  @Get()
  async read(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @CurrentActor() actor: Actor,
  ): Promise<ClassAliases> {
    const { course } = await this.access.classOfStaff(actor, sessionId);
    const students = await this.courses.listRoster(sessionId, { moved: true });
    const nameOf = distinctNames();
    return students.toSorted().map((userId) => [userId, nameOf(this.names.standIn(course.courseId, userId))]);
  }
}
