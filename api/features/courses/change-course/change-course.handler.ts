import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClassSession } from '../../../contracts/group.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { type ClassState, courseDecider, type CourseCommand } from '../course.decider.js';
import { courseStream } from '../course.events.js';

/** Of a course's classes after a change: the one that runs, the one to come, the newest that ended. */
export interface ChangedCourse {
  readonly active: ClassSession | null;
  readonly scheduled: ClassSession | null;
  readonly last: ClassSession | null;
  readonly appended: AppendResult | undefined;
}

/** One decision on a course's stream: start, schedule, end or resume a class. */
export class ChangeCourse extends Command<ChangedCourse> {
  constructor(
    readonly courseId: string,
    readonly change: CourseCommand,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeCourse)
export class ChangeCourseHandler implements ICommandHandler<ChangeCourse> {
  constructor(private readonly commands: Commands) {}

  async execute({ courseId, change, context }: ChangeCourse): Promise<ChangedCourse> {
    const { state, appended } = await this.commands.handle(courseDecider, courseStream(courseId), change, context);
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
