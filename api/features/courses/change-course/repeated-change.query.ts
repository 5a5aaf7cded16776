import { type CommandContext, eventIdOf } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult, EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { CourseEvent } from '../course.events.js';
import { type CourseCommand, type CourseState, courseStream } from '../course.stream.js';

/** The largest number of events of one command: a due start and a due end, a cancelled and an ended class, and the deletion. */
const MAX_EVENTS = 5;

/** What an earlier request recorded, and the state of the course right after it. */
export interface RepeatedChange {
  readonly state: CourseState;
  readonly appended: AppendResult;
}

/**
 * Finds what an earlier request with the same idempotency key recorded, because its response may be lost. Due events may precede the
 * outcome, so its index is unknown.
 */
export async function findRepeatedChange(
  store: EventStore,
  courseId: string,
  change: CourseCommand,
  { commandId }: CommandContext,
): Promise<RepeatedChange | undefined> {
  const stream = courseStream.of(courseId);
  const ids = Array.from({ length: MAX_EVENTS }, (_, index) => eventIdOf(commandId, stream.name, index));
  const past = await stream.read(store);
  const last = past.findLastIndex((event) => ids.includes(event.eventId) && isOutcome(change, event));
  if (last < 0) return undefined;
  const { version, position } = past[last]!;
  return { state: courseStream.fold(past.slice(0, last + 1)), appended: { version, position, repeated: true } };
}

function isOutcome(change: CourseCommand, { type, data }: CourseEvent): boolean {
  switch (change.type) {
    case 'StartClass':
      return type === 'ClassStarted';
    case 'EndClass':
      return type === 'ClassEnded' && data.disableMembers === change.disableMembers;
    case 'ResumeClass':
      return type === 'ClassResumed' && data.reenableMembers === change.reenableMembers;
    case 'DeleteCourse':
      return type === 'CourseDeleted';
    default:
      return false;
  }
}
