import { z } from 'zod';
import { Id, Moment, MomentInput, textLine } from './primitives.contract.js';
import { Member } from './user.contract.js';

/** A class (session) of a course (group). `endDate` is set when the class has ended, scheduled dates while they are in the future. */
export const ClassSession = z.object({
  id: Id,
  name: z.string(),
  groupId: Id,
  startDate: Moment.nullable(),
  endDate: Moment.nullable(),
  scheduledStartDate: Moment.nullable(),
  scheduledEndDate: Moment.nullable(),
});
export type ClassSession = z.infer<typeof ClassSession>;

/** A class with its course. `accessCode` is the course code, for staff only. */
export const ClassSessionDetails = ClassSession.extend({
  groupName: z.string(),
  accessCode: z.string().nullable(),
});
export type ClassSessionDetails = z.infer<typeof ClassSessionDetails>;

/**
 * Response of GET /api/sessions/{id} (docs/rules.md#reading-a-class). `recordedDays`: for how many days the recording of the class is kept;
 * null when its organization does not record classes.
 */
export const VisibleClass = ClassSessionDetails.extend({ recordedDays: z.int().nullable() });
export type VisibleClass = z.infer<typeof VisibleClass>;

/**
 * GET /api/groups/{id}, and a row of GET /api/groups and GET /api/users/me/groups. Both lists contain the first 1,000 courses in natural
 * order of names; GET /api/groups/listings returns more. GET /api/users/me/groups begins with the course that receives results when several
 * classes of the caller run. `password` is the course code, null for anyone but the course's staff.
 */
export const Group = z.object({
  id: Id,
  name: z.string(),
  password: z.string().nullable(),
  ownerId: Id,
  ownerOrganizationId: Id.nullable(),
  caption: z.string(),
  memberIds: z.array(Id),
  activeSessionId: Id.nullable(),
  lastActiveSessionId: Id.nullable(),
  scheduledSessionId: Id.nullable(),
});
export type Group = z.infer<typeof Group>;

/**
 * Response of GET /api/groups/competitions/{sessionId}: the course with that class embedded (docs/rules.md#reading-a-class).
 */
export const GroupWithSession = Group.extend({ session: ClassSession });
export type GroupWithSession = z.infer<typeof GroupWithSession>;

/** POST /api/groups/join. */
export const JoinCourseRequest = z.strictObject({ code: z.string().trim().min(1, 'Enter the access code.').max(32) });
export type JoinCourseRequest = z.infer<typeof JoinCourseRequest>;

/** Response of POST /api/groups/join. `session` is the running class, or null when no class runs. */
export const JoinCourseResponse = z.object({
  group: z.object({ id: Id, name: z.string() }),
  session: z.object({ id: Id, name: z.string(), startDate: Moment }).nullable(),
});
export type JoinCourseResponse = z.infer<typeof JoinCourseResponse>;

/** Body of PUT /api/groups/{id}/scheduledsession. Null cancels the schedule. */
export const ScheduleClassRequest = z.strictObject({ scheduledStartDate: MomentInput.nullable() });
export type ScheduleClassRequest = z.infer<typeof ScheduleClassRequest>;

/** Body of PUT /api/groups/{id}/enddate. `isImmediate` ends the class now. A null `newEndDate` clears the scheduled end. */
export const EndDateRequest = z.strictObject({
  newEndDate: MomentInput.nullable(),
  isImmediate: z.boolean().default(false),
});
export type EndDateRequest = z.infer<typeof EndDateRequest>;

/** Query of GET /api/groups. It narrows the courses that the caller is allowed to see. */
export const GroupsQuery = z.strictObject({ ownerUserId: Id.optional(), ownerOrganizationId: Id.optional() });
export type GroupsQuery = z.infer<typeof GroupsQuery>;

/**
 * Query of GET /api/groups/listings. A response has at most 1,000 courses. `after` is the id of the last course of the
 * previous page.
 */
export const ListingsQuery = GroupsQuery.extend({ after: Id.optional() });
export type ListingsQuery = z.infer<typeof ListingsQuery>;

const Flag = z.enum(['true', 'false']).default('false');

/**
 * Query of DELETE /api/groups/{id}/activesession: `disableMemberAccounts` also disables players on the roster
 * (docs/rules.md#ending-a-class).
 */
export const EndClassQuery = z.strictObject({ disableMemberAccounts: Flag });
export type EndClassQuery = z.infer<typeof EndClassQuery>;

/**
 * Response of GET /api/groups/{id}/activesession/accounts, for the students of the running class. `disabled`: the number of
 * accounts that ending the class with `disableMemberAccounts` disables. `outside`: students of other organizations, who keep access.
 */
export const EndClassAccounts = z.object({ disabled: z.int(), outside: z.int() });
export type EndClassAccounts = z.infer<typeof EndClassAccounts>;

/** Why a student of a resumed class is still disabled. `no-seat`: the end of this class disabled the student, and no seat is free. */
export const SkippedReason = z.enum(['no-seat', 'other-class', 'administrator', 'subscription']);
export type SkippedReason = z.infer<typeof SkippedReason>;

/**
 * Row of GET /api/groups/{id}/lastactivesession/skipped: a student who is still disabled. `className` names the other class when
 * it belongs to the same organization. `mayEnable`: PUT /api/groups/{id}/members/{userId}/enabled is allowed.
 */
export const SkippedMember = Member.extend({
  reason: SkippedReason,
  className: z.string().nullable(),
  mayEnable: z.boolean(),
});
export type SkippedMember = z.infer<typeof SkippedMember>;

/**
 * Query of PUT /api/groups/{id}/lastactivesession: enables students whom the end of the class has disabled
 * (docs/rules.md#resuming-a-class).
 */
export const ResumeClassQuery = z.strictObject({ reenableMemberAccounts: Flag });
export type ResumeClassQuery = z.infer<typeof ResumeClassQuery>;

/** Recommended maximum length of a course name. Longer names only show a warning (docs/rules.md#creating-a-course). */
export const ADVISED_COURSE_NAME_LENGTH = 32;

/**
 * Body of POST /api/groups (docs/rules.md#creating-a-course): `ownerId` is the instructor, whose organization owns the
 * course.
 */
export const CreateGroupRequest = z.strictObject({
  name: textLine(255).trim().min(1, 'Enter a name.'),
  ownerId: Id,
  caption: textLine(255).default(''),
  memberIds: z.array(Id).max(1_000).default([]),
});
export type CreateGroupRequest = z.infer<typeof CreateGroupRequest>;

/**
 * One row of the courses page: of GET /api/groups/listings, ordered by name, and of topic `courses`, keyed by course id.
 * A course that is deleted or no longer visible to the viewer is a row without value. `active`: the running class,
 * `scheduled`: the scheduled class, `last`: the newest ended class. `ownerName`: the instructor's username.
 */
export const CourseListing = Group.omit({ memberIds: true }).extend({
  ownerName: z.string(),
  ownerOrganizationName: z.string().nullable(),
  memberCount: z.int(),
  active: ClassSession.nullable(),
  scheduled: ClassSession.nullable(),
  last: ClassSession.nullable(),
});
export type CourseListing = z.infer<typeof CourseListing>;

/** Snapshot of topic `course`: a course with its current members, ordered by username. */
export const CourseDetails = z.object({ course: CourseListing, members: z.array(Member) });
export type CourseDetails = z.infer<typeof CourseDetails>;
