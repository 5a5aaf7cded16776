import { Id } from '../../../contracts/primitives.contract.js';
import { defineTopic } from '../../../platform/live/define-topic.js';
import { snapshot } from '../../../platform/live/live-topic.js';
import { isStaffOf } from '../course.policy.js';
import { CourseQuery } from '../course.query.js';
import { CourseListingsQuery } from './course-listings.query.js';

/** Topic `course`: one course and its members, for its staff. Null after the course is deleted. */
export const courseTopic = defineTopic({
  topic: 'course',
  kind: 'snapshot',
  id: Id,
  follows: (id) => ({ topic: 'course', id }),
  inject: [CourseQuery, CourseListingsQuery],
  create: (courses, listings) => ({
    async audienceOf(actor, id) {
      const course = await courses.findCourse(id);
      // The staff of a deleted course keeps watching, and so receives the deletion.
      return course && isStaffOf(actor, { ...course, deleted: false }) ? 'staff' : null;
    },
    async read(id) {
      const { details, ...place } = await listings.details(id);
      return snapshot(place, details);
    },
  }),
});
