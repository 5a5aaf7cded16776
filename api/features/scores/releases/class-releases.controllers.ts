import { Body, Controller, Get, Injectable, Param, Put } from '@nestjs/common';
import { Id } from '../../../contracts/primitives.contract.js';
import { ChangeReleaseRequest, type ClassRelease } from '../../../contracts/results.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { ChangeClassRelease, ChangeReleaseHandler } from './change-release.handler.js';
import { ClassReleasesQuery, type Releasable } from './class-releases.query.js';

/** Reads and changes what is released of a class, for staff of the course. */
@Injectable()
export class ClassReleases {
  constructor(
    private readonly access: CourseAccess,
    private readonly changeRelease: ChangeReleaseHandler,
    private readonly releases: ClassReleasesQuery,
  ) {}

  async read(what: Releasable, sessionId: string, actor: Actor): Promise<ClassRelease> {
    const { session } = await this.access.classOfStaff(actor, sessionId);
    return { releasedAt: await this.releases.findOne(what, session.id) };
  }

  async change(
    what: Releasable,
    sessionId: string,
    { released }: ChangeReleaseRequest,
    actor: Actor,
    context: RequestContext,
  ): Promise<ClassRelease> {
    const { course, session } = await this.access.classOfStaff(actor, sessionId);
    const change = new ChangeClassRelease(what, course.courseId, session.id, released, context);
    const { release, appended } = await this.changeRelease.execute(change);
    context.recordPosition(appended);
    return release;
  }
}

/** Routes that read and change whether students of a class may read the answers of their attempts, for staff of the course. */
@Controller('sessions/:sessionId/answers')
@Roles(...STAFF)
export class AnswerReleaseController {
  constructor(private readonly releases: ClassReleases) {}

  @Get()
  read(@Param('sessionId', { schema: Id }) sessionId: string, @CurrentActor() actor: Actor): Promise<ClassRelease> {
    return this.releases.read('answers', sessionId, actor);
  }

  @Put()
  change(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Body({ schema: ChangeReleaseRequest }) request: ChangeReleaseRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<ClassRelease> {
    return this.releases.change('answers', sessionId, request, actor, context);
  }
}

/** Routes that read and change whether the students of a class may see their own debrief, for staff of the course. */
@Controller('sessions/:sessionId/debrief')
@Roles(...STAFF)
export class DebriefReleaseController {
  constructor(private readonly releases: ClassReleases) {}

  @Get()
  read(@Param('sessionId', { schema: Id }) sessionId: string, @CurrentActor() actor: Actor): Promise<ClassRelease> {
    return this.releases.read('debrief', sessionId, actor);
  }

  @Put()
  change(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Body({ schema: ChangeReleaseRequest }) request: ChangeReleaseRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<ClassRelease> {
    return this.releases.change('debrief', sessionId, request, actor, context);
  }
}
