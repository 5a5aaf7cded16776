import type { RecordedEvent } from '../../platform/eventsourcing/message.js';
import type { CourseEvent } from './course.events.js';
import type { MembershipEvent } from './membership.events.js';
import { type StudentByStreams, studentByStreams } from './roster-by-streams.js';

type Step =
  | 'created with'
  | 'created'
  | 'join'
  | `join ${string}`
  | 'leave'
  | `start ${string}`
  | 'end'
  | `resume ${string}`;
const [courseId, userId] = ['course', 'student'];

/** Builds the two streams from steps in log order, and returns the student. */
function student(...steps: Step[]): StudentByStreams {
  const [course, membership]: [unknown[], unknown[]] = [[], []];
  steps.forEach((step, index) => {
    const position = BigInt(index + 1);
    const [verb, session] = step.split(' ') as [string, string | undefined];
    const event = (type: string, data: object): object => ({
      type,
      data: { courseId, userId, ...data },
      position: { epoch: 1, transactionId: position, position: position },
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
  ['joined the running class', true, ['created', 'start a', 'join a']],
  ['was a member when the class started', true, ['created', 'join', 'start a']],
  ['was a member when the course was created', true, ['created with', 'start a']],
  ['joined only another class', false, ['created', 'start a', 'end', 'start b', 'join b']],
  ['left before the class started', false, ['created', 'join', 'leave', 'start a']],
  ['left while the class ran', false, ['created', 'start a', 'join a', 'leave']],
  ['joined at the scheduled time and left before the start event', false, ['created', 'join a', 'leave', 'start a']],
  ['joined at the scheduled time, left and rejoined', true, ['created', 'join a', 'leave', 'join a', 'start a']],
  ['joined at the scheduled time and left while the class ran', false, ['created', 'join a', 'start a', 'leave']],
  [
    'joined at the scheduled time and left after the class ended',
    true,
    ['created', 'join a', 'start a', 'end', 'leave'],
  ],
  ['left after the class ended', true, ['created', 'start a', 'join a', 'end', 'leave']],
  ['left and rejoined', true, ['created', 'start a', 'join a', 'leave', 'join a']],
  ['was a member only during the previous class', false, ['created', 'start b', 'join b', 'end', 'start a']],
  ['was on the roster when the class ended', true, ['created', 'start a', 'join a', 'end']],
  ['was on the roster of a class that was resumed', true, ['created', 'start a', 'join a', 'end', 'resume a']],
])('decides whether a student who %s is on the roster: %p', (_, expected, steps) => {
  expect(student(...steps).classes.has('a')).toBe(expected);
});

it.each<[string, boolean, Step[]]>([
  ['before joining', false, ['created']],
  ['after joining', true, ['created', 'join']],
  ['when a class has ended', false, ['created', 'start a', 'join a', 'end']],
  ['after rejoining once a class has ended', true, ['created', 'start a', 'join a', 'end', 'join']],
  ['when a class is resumed', true, ['created', 'start a', 'join a', 'end', 'resume a']],
  [
    'when a class is resumed after the student left it',
    false,
    ['created', 'start a', 'join a', 'leave', 'end', 'resume a'],
  ],
])('decides about membership of the course %s: %p', (_, expected, steps) => {
  expect(student(...steps).member).toBe(expected);
});
