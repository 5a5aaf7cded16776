import { Body, Controller, Get, Inject, Param, Put, Query } from '@nestjs/common';
import { type CountingPreview, CountingPreviewQuery, CountingSetting } from '../../../contracts/grades.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { gradesStream } from '../grades.stream.js';
import { PreviewCountingQuery } from './preview-counting.query.js';

/** Routes of the results that count in a course, for its staff (docs/rules.md#results-that-count). */
@Controller('groups/:id/counting')
@Roles(...STAFF)
export class CountingController {
  constructor(
    private readonly access: CourseAccess,
    private readonly commands: Commands,
    private readonly previews: PreviewCountingQuery,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  @Get()
  async read(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<CountingSetting> {
    await this.access.courseOfStaff(actor, id);
    const {
      grading: { count },
    } = await gradesStream.of(id).state(this.store);
    return { count };
  }

  @Get('preview')
  async preview(
    @Param('id', { schema: Id }) id: string,
    @Query({ schema: CountingPreviewQuery }) { count }: CountingPreviewQuery,
    @CurrentActor() actor: Actor,
  ): Promise<CountingPreview> {
    await this.access.courseOfStaff(actor, id);
    return this.previews.read(id, count);
  }

  @Put()
  async change(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: CountingSetting }) { count }: CountingSetting,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<CountingSetting> {
    await this.access.courseToChange(actor, id);
    const { grading } = await gradesStream.of(id).state(this.store);
    const now = context.metadata.occurredAt;
    const command = { kind: 'change-grading', courseId: id, grading: { ...grading, count }, now } as const;
    const { appended } = await this.commands.handle(gradesStream.of(id), command, context);
    context.recordPosition(appended);
    return { count };
  }
}
