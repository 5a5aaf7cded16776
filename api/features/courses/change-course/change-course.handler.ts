import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClassSession } from '../../../contracts/group.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { type AppendResult, EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { type ClassState, type CourseState, courseStream } from '../course.stream.js';
import { ChangeCourse, type ChangedCourse } from './change-course.command.js';
import { findRepeatedChange } from './repeated-change.query.js';

@CommandHandler(ChangeCourse)
export class ChangeCourseHandler implements ICommandHandler<ChangeCourse> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly commands: Commands,
  ) {}

  async execute(command: ChangeCourse): Promise<ChangedCourse> {
    const { courseId } = command;
    const { state, appended } = await this.changeOnce(command);
    if (state.status !== 'open') return { active: null, scheduled: null, last: null, appended };
    const { active, scheduled, last } = state;
    return {
      active: active && toSession(courseId, active),
      scheduled: scheduled && toSession(courseId, scheduled),
      last: last && toSession(courseId, last),
      appended,
    };
  }

  /**
   * The rules refuse a repeat, or record nothing, because the first request has already made the change. A repeat gets the first result.
   * Looks for it after the rules decided, because the first request may still have been in progress before.
   */
  private async changeOnce({
    courseId,
    change,
    context,
  }: ChangeCourse): Promise<{ state: CourseState; appended: AppendResult | undefined }> {
    const findRepeated = () => findRepeatedChange(this.store, courseId, change, context);
    try {
      const changed = await this.commands.handle(courseStream.of(courseId), change, context);
      return changed.appended ? changed : ((await findRepeated()) ?? changed);
    } catch (error) {
      const repeated = await findRepeated();
      if (!repeated) throw error;
      return repeated;
    }
  }
}

const toSession = (groupId: string, state: ClassState): ClassSession => ({
  id: state.sessionId,
  name: state.name,
  groupId,
  startDate: momentOf(state.startedAt),
  endDate: momentOf(state.endedAt),
  scheduledStartDate: momentOf(state.scheduledStart),
  scheduledEndDate: momentOf(state.endedAt ? null : state.scheduledEnd),
});

const momentOf = (moment: string | null): string | null => moment && toMoment(new Date(moment));
