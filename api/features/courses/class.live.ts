import type { CourseClass } from '../../contracts/live.contract.js';
import { Id } from '../../contracts/primitives.contract.js';
import type { Actor } from '../../platform/auth/actor.js';
import { ReadModelPositions } from '../../platform/eventsourcing/projecting/read-model-positions.js';
import { defineTopic } from '../../platform/live/define-topic.js';
import { snapshot } from '../../platform/live/live-topic.js';
import { ClassWatchers } from './class-watchers.policy.js';
import { CourseQuery } from './course.query.js';

/** Topic `class`: one class as returned by GET /api/sessions/{id}, without the course code. */
export const classTopic = topicOfMembers(
  'class',
  async (watchers, actor, sessionId) => (await watchers.audienceOf(actor, sessionId)) !== null,
  async (courses, sessionId) => (await courses.findClass(sessionId))?.session ?? null,
);

/** Topic `course-class`: the running class of a course. Members watch it before they know the id of any class. */
export const courseClassTopic = topicOfMembers(
  'course-class',
  (watchers, actor, courseId) => watchers.isMember(actor, courseId),
  async (courses, courseId): Promise<CourseClass> => {
    const classes = (await courses.listClasses([courseId])).get(courseId) ?? [];
    const running = classes.find(({ startDate, endDate }) => startDate !== null && endDate === null);
    return { sessionId: running?.id ?? null };
  },
);

/** Defines a topic with one small snapshot of the courses read model, identical for all members of the course or class. */
function topicOfMembers(
  topic: 'class' | 'course-class',
  belongsTo: (watchers: ClassWatchers, actor: Actor, id: string) => Promise<boolean>,
  valueOf: (courses: CourseQuery, id: string) => Promise<unknown>,
) {
  return defineTopic({
    topic,
    kind: 'snapshot',
    id: Id,
    follows: (id) => ({ topic, id }),
    inject: [CourseQuery, ClassWatchers, ReadModelPositions],
    create: (courses, watchers, place) => ({
      audienceOf: async (actor, id) => ((await belongsTo(watchers, actor, id)) ? 'member' : null),
      read: async (id) => snapshot(await place.read(['courses']), await valueOf(courses, id)),
    }),
  });
}
