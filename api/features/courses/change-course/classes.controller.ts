import { Body, Controller, Delete, Get, Inject, Param, Put, Query } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import {
  type ClassSession,
  EndClassQuery,
  EndDateRequest,
  ResumeClassQuery,
  ScheduleClassRequest,
} from '../../../contracts/group.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Authenticated, Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import type { CourseCommand } from '../course.stream.js';
import { assertPaid } from '../../organizations/paid-organization.policy.js';
import { CourseAccess } from '../course-access.policy.js';
import { CourseQuery } from '../course.query.js';
import { ChangeCourse, type ChangedCourse } from './change-course.command.js';
import { ChangeCourseHandler } from './change-course.handler.js';

/**
 * Routes that start, schedule, end and resume classes, for staff of the course (docs/rules.md#courses-and-classes). Students
 * of the course have read access.
 */
@Controller('groups/:id')
@Roles(...STAFF)
export class ClassesController {
  constructor(
    private readonly access: CourseAccess,
    private readonly courses: CourseQuery,
    private readonly changeCourse: ChangeCourseHandler,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @Get('activesession')
  @Authenticated()
  async active(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<ClassSession | null> {
    return this.find(actor, id, (session) => session.startDate !== null && session.endDate === null);
  }

  @Get('scheduledsession')
  @Authenticated()
  async scheduled(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<ClassSession | null> {
    return this.find(actor, id, (session) => session.startDate === null && session.scheduledStartDate !== null);
  }

  @Put('activesession')
  async start(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<ClassSession | null> {
    const now = context.metadata.occurredAt;
    return (await this.change(actor, id, { type: 'StartClass', now, newSessionId: uuidv7() }, context)).active;
  }

  @Put('scheduledsession')
  async schedule(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: ScheduleClassRequest }) body: ScheduleClassRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<ClassSession | null> {
    const scheduledStart = body.scheduledStartDate && new Date(body.scheduledStartDate).toISOString();
    const now = context.metadata.occurredAt;
    const command = { type: 'ScheduleClass', now, newSessionId: uuidv7(), scheduledStart } as const;
    return (await this.change(actor, id, command, context)).scheduled;
  }

  @Put('enddate')
  async scheduleEnd(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: EndDateRequest }) body: EndDateRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<ClassSession | null> {
    const now = context.metadata.occurredAt;
    if (body.isImmediate) return (await this.change(actor, id, endNow(now), context)).last;
    const scheduledEnd = body.newEndDate && new Date(body.newEndDate).toISOString();
    const changed = await this.change(actor, id, { type: 'ScheduleEnd', now, scheduledEnd }, context);
    return changed.active ?? changed.scheduled;
  }

  @Delete('activesession')
  async end(
    @Param('id', { schema: Id }) id: string,
    @Query({ schema: EndClassQuery }) { disableMemberAccounts }: EndClassQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<ClassSession | null> {
    const command = endNow(context.metadata.occurredAt, disableMemberAccounts === 'true');
    return (await this.change(actor, id, command, context)).last;
  }

  @Put('lastactivesession')
  async resume(
    @Param('id', { schema: Id }) id: string,
    @Query({ schema: ResumeClassQuery }) { reenableMemberAccounts }: ResumeClassQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<ClassSession | null> {
    const reenableMembers = reenableMemberAccounts === 'true';
    const now = context.metadata.occurredAt;
    return (await this.change(actor, id, { type: 'ResumeClass', now, reenableMembers }, context)).active;
  }

  private async find(
    actor: Actor,
    id: string,
    wanted: (session: ClassSession) => boolean,
  ): Promise<ClassSession | null> {
    const { courseId } = await this.access.courseOfMember(actor, id);
    return (await this.courses.listClasses([courseId])).get(courseId)?.find(wanted) ?? null;
  }

  private async change(
    actor: Actor,
    id: string,
    command: CourseCommand,
    context: RequestContext,
  ): Promise<ChangedCourse> {
    const { organizationId } = await this.access.courseToChange(actor, id);
    if (beginsClass(command)) await assertPaid(this.store, organizationId);
    const changed = await this.changeCourse.execute(new ChangeCourse(id, command, context));
    context.recordPosition(changed.appended);
    return changed;
  }
}

const beginsClass = (command: CourseCommand): boolean =>
  command.type === 'StartClass' ||
  command.type === 'ResumeClass' ||
  (command.type === 'ScheduleClass' && command.scheduledStart !== null);

const endNow = (now: string, disableMembers = false): CourseCommand => ({ type: 'EndClass', now, disableMembers });
