import type { Actor } from '../../platform/auth/actor.js';
import { ClassWatchers } from './class-watchers.policy.js';
import type { CourseQuery, RosterPlace } from './course.query.js';

const session = '0198c0de-00d1-7000-8000-00000000000a';
const course = { courseId: 'course', ownerId: 'owner', organizationId: null, deleted: false };

/** A class, its roster, and the size of each query. */
function books(deleted = false) {
  const roster = new Set<string>();
  const asked: number[] = [];
  const courses = {
    findClasses: async (ids: readonly string[]) => {
      asked.push(ids.length);
      return ids.filter((id) => id === session).map((id) => ({ course: { ...course, deleted }, session: { id } }));
    },
    findOnRosters: async (places: readonly RosterPlace[]) => {
      asked.push(places.length);
      return places.filter(({ userId }) => roster.has(userId));
    },
  };
  return { roster, asked, watchers: new ClassWatchers(courses as unknown as CourseQuery) };
}

const actor = (userId: string, role = 'User') =>
  ({ userId, role, roles: [role], organizationId: null }) as unknown as Actor;
/** Waits until the value is returned, which takes a few turns. */
async function becomes<T>(expected: T, ask: () => Promise<T>): Promise<void> {
  while ((await ask()) !== expected) await new Promise(setImmediate);
}

it('merges thousands of concurrent checks into two queries', async () => {
  const { roster, asked, watchers } = books();
  const people = Array.from({ length: 2_000 }, (_, index) => `student-${index}`);
  for (const person of people) roster.add(person);
  const standings = await Promise.all(people.map((person) => watchers.standing(actor(person), session.toUpperCase())));
  expect(new Set(standings)).toEqual(new Set(['student']));
  expect(asked).toEqual([1, 2_000]);
});

it('distinguishes staff, students and others, and caches nothing', async () => {
  const { roster, watchers } = books();
  const standing = (userId: string, role?: string) => watchers.standing(actor(userId, role), session);
  expect(await Promise.all([standing('owner', 'Instructor'), standing('sam'), standing('ada', 'Instructor')])).toEqual([
    'staff',
    null,
    null,
  ]);
  roster.add('sam');
  await becomes('student', () => standing('sam'));
  roster.delete('sam');
  await becomes(null, () => standing('sam'));
  expect(await watchers.standing(actor('sam'), session.replace('a', 'b'))).toBeNull();
});

it('gives only system admins access to a class of a deleted course', async () => {
  const { roster, watchers } = books(true);
  roster.add('sam');
  expect(await watchers.standing(actor('sam'), session)).toBeNull();
  expect(await watchers.standing(actor('owner', 'Instructor'), session)).toBeNull();
  expect(await watchers.standing(actor('admin', 'SystemAdmin'), session)).toBe('staff');
});
