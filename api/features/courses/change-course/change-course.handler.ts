import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClassSession } from '../../../contracts/group.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { type ClassState, courseStream } from '../course.stream.js';
import { ChangeCourse, type ChangedCourse } from './change-course.command.js';

@CommandHandler(ChangeCourse)
export class ChangeCourseHandler implements ICommandHandler<ChangeCourse> {
  constructor(private readonly commands: Commands) {}

  async execute({ courseId, change, context }: ChangeCourse): Promise<ChangedCourse> {
    const { state, appended } = await this.commands.handle(courseStream.of(courseId), change, context);
    if (state.status !== 'open') return { active: null, scheduled: null, last: null, appended };
    const { active, scheduled, last } = state;
    return {
      active: active && toSession(courseId, active),
      scheduled: scheduled && toSession(courseId, scheduled),
      last: last && toSession(courseId, last),
      appended,
    };
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
