import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import type { CourseEvent } from './course.events.js';
import type { MembershipEvent } from './membership.events.js';
import { type StudentByStreams, studentByStreams } from './roster-by-streams.js';

type Step =
  'created with' | 'created' | 'join' | `join ${string}` | 'leave' | `start ${string}` | 'end' | `resume ${string}`;
const [courseId, userId] = ['course', 'student'];

/** Builds the two streams from steps in log order, and returns the student. */
function student(...steps: Step[]): StudentByStreams {
  const [course, membership]: [unknown[], unknown[]] = [[], []];
  steps.forEach((step, index) => {
    const place = BigInt(index + 1);
    const [verb, session] = step.split(' ') as [string, string | undefined];
    const event = (type: string, data: object): object => ({
      type,
      data: { courseId, userId, ...data },
      position: { epoch: 1, transactionId: place, position: place },
    });
    if (verb === 'created') course.push(event('CourseCreated', { memberIds: session ? [userId] : [] }));
    if (verb === 'join') membership.push(event('StudentJoined', { sessionId: session ?? null }));
    if (verb === 'leave') membership.push(event('StudentLeft', {}));
    if (verb === 'start') course.push(event('ClassStarted', { sessionId: session }));
    if (verb === 'end') course.push(event('ClassEnded', { sessionId: 'whichever' }));
    if (verb === 'resume') course.push(event('ClassResumed', { sessionId: session }));
  });
  return studentByStreams(
    userId,
    course as RecordedEvent<CourseEvent>[],
    membership as RecordedEvent<MembershipEvent>[],
  );
}

it.each<[string, boolean, Step[]]>([
  ['never joined', false, ['created', 'start a']],
  ['joined the class', true, ['created', 'start a', 'join a']],
  ['was a member when it started', true, ['created', 'join', 'start a']],
  ['came with the course', true, ['created with', 'start a']],
  ['joined another class only', false, ['created', 'start a', 'end', 'start b', 'join b']],
  ['left before it started', false, ['created', 'join', 'leave', 'start a']],
  ['left while it ran', false, ['created', 'start a', 'join a', 'leave']],
  ['joined by the clock and left before it started', false, ['created', 'join a', 'leave', 'start a']],
  ['joined by the clock, left and came back', true, ['created', 'join a', 'leave', 'join a', 'start a']],
  ['joined by the clock and left while it ran', false, ['created', 'join a', 'start a', 'leave']],
  ['joined by the clock and left after it ended', true, ['created', 'join a', 'start a', 'end', 'leave']],
  ['left after it ended', true, ['created', 'start a', 'join a', 'end', 'leave']],
  ['came back', true, ['created', 'start a', 'join a', 'leave', 'join a']],
  ['was a member of the class before, which ended', false, ['created', 'start b', 'join b', 'end', 'start a']],
  ['stays on it when it ends', true, ['created', 'start a', 'join a', 'end']],
  ['is a member again when it is resumed', true, ['created', 'start a', 'join a', 'end', 'resume a']],
])('decides whether a student who %s is on the roster: %p', (_, expected, steps) => {
  expect(student(...steps).classes.has('a')).toBe(expected);
});

it.each<[string, boolean, Step[]]>([
  ['before joining', false, ['created']],
  ['after joining', true, ['created', 'join']],
  ['when a class has ended', false, ['created', 'start a', 'join a', 'end']],
  ['when joining again after it', true, ['created', 'start a', 'join a', 'end', 'join']],
  ['when the class is resumed', true, ['created', 'start a', 'join a', 'end', 'resume a']],
  [
    'when a class is resumed that the student left',
    false,
    ['created', 'start a', 'join a', 'leave', 'end', 'resume a'],
  ],
])('decides about membership of the course %s: %p', (_, expected, steps) => {
  expect(student(...steps).member).toBe(expected);
});
