import type { Actor } from '../../platform/auth/actor.js';
import { ClassWatchers } from './class-watchers.policy.js';
import type { CourseQuery, RosterEntry } from './course.query.js';

const session = '0198c0de-00d1-7000-8000-00000000000a';
const course = { courseId: 'course', ownerId: 'owner', organizationId: null, deleted: false };

/** A class, its roster, and the size of each query. */
function fakeCourses(deleted = false) {
  const roster = new Set<string>();
  const asked: number[] = [];
  const courses = {
    findClasses: async (ids: readonly string[]) => {
      asked.push(ids.length);
      return ids.filter((id) => id === session).map((id) => ({ course: { ...course, deleted }, session: { id } }));
    },
    findOnRosters: async (places: readonly RosterEntry[]) => {
      asked.push(places.length);
      return places.filter(({ userId }) => roster.has(userId));
    },
  };
  return { roster, asked, watchers: new ClassWatchers(courses as unknown as CourseQuery) };
}

const actor = (userId: string, role = 'User') =>
  ({ userId, role, roles: [role], organizationId: null }) as unknown as Actor;
/** Waits until the value is returned, which takes a few turns. */
async function eventuallyEquals<T>(expected: T, read: () => Promise<T>): Promise<void> {
  while ((await read()) !== expected) await new Promise(setImmediate);
}

it('merges thousands of concurrent checks into two queries', async () => {
  const { roster, asked, watchers } = fakeCourses();
  const people = Array.from({ length: 2_000 }, (_, index) => `student-${index}`);
  for (const person of people) roster.add(person);
  const audiences = await Promise.all(
    people.map((person) => watchers.audienceOf(actor(person), session.toUpperCase())),
  );
  expect(new Set(audiences)).toEqual(new Set(['student']));
  expect(asked).toEqual([1, 2_000]);
});

it('distinguishes staff, students and others, and caches nothing', async () => {
  const { roster, watchers } = fakeCourses();
  const audienceOf = (userId: string, role?: string) => watchers.audienceOf(actor(userId, role), session);
  expect(
    await Promise.all([audienceOf('owner', 'Instructor'), audienceOf('sam'), audienceOf('ada', 'Instructor')]),
  ).toEqual(['staff', null, null]);
  roster.add('sam');
  await eventuallyEquals('student', () => audienceOf('sam'));
  roster.delete('sam');
  await eventuallyEquals(null, () => audienceOf('sam'));
  expect(await watchers.audienceOf(actor('sam'), session.replace('a', 'b'))).toBeNull();
});

it('gives only system admins access to a class of a deleted course', async () => {
  const { roster, watchers } = fakeCourses(true);
  roster.add('sam');
  expect(await watchers.audienceOf(actor('sam'), session)).toBeNull();
  expect(await watchers.audienceOf(actor('owner', 'Instructor'), session)).toBeNull();
  expect(await watchers.audienceOf(actor('admin', 'SystemAdmin'), session)).toBe('staff');
});
