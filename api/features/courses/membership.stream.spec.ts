import { given } from '../../platform/eventsourcing/testing/given.js';
import { membershipStream } from './membership.stream.js';
import type { MembershipEvent } from './membership.events.js';

const membership = given(membershipStream);
const ids = { courseId: '0198c0de-0000-7000-8000-0000000000c1', userId: '0198c0de-0000-7000-8000-0000000000a1' };
const joined = (sessionId: string | null): MembershipEvent => ({ type: 'StudentJoined', data: { ...ids, sessionId } });
const left: MembershipEvent = { type: 'StudentLeft', data: ids };
const join = (sessionId: string | null, member = true) => ({ type: 'JoinCourse', ...ids, sessionId, member }) as const;

it('joins a course without a class', () => membership().when(join(null, false)).thenRecords(joined(null)));
it('joins a class', () => membership().when(join('class-1', false)).thenRecords(joined('class-1')));
it('records nothing for a student who is in this class already', () =>
  membership(joined('class-1')).when(join('class-1')).thenNothing());
it('records nothing for a member when no class runs', () =>
  membership(joined('class-1')).when(join(null)).thenNothing());
it('records a new join after the end of a class has removed the student', () =>
  membership(joined('class-1')).when(join(null, false)).thenRecords(joined(null)));
it('records a new join for the next class', () =>
  membership(joined('class-1')).when(join('class-2')).thenRecords(joined('class-2')));
it('joins again after leaving', () =>
  membership(joined('class-1'), left).when(join('class-1')).thenRecords(joined('class-1')));
it('records the leaving of a person who was a member from the creation of the course', () =>
  membership()
    .when({ type: 'LeaveCourse', ...ids, belongs: true })
    .thenRecords(left));
it('records a student who left by moving to another organization', () =>
  membership(joined('class-1'))
    .when({ type: 'LeaveCourse', ...ids, cause: 'moved' })
    .thenRecords({ type: 'StudentLeft', data: { ...ids, cause: 'moved' } }));
it('records leaving once', () => {
  membership(joined(null))
    .when({ type: 'LeaveCourse', ...ids })
    .thenRecords(left);
  membership(joined(null), left)
    .when({ type: 'LeaveCourse', ...ids })
    .thenNothing();
  membership()
    .when({ type: 'LeaveCourse', ...ids })
    .thenNothing();
});
