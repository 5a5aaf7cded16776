import type { CourseListing } from '../../../api/contracts/group.contract.js';

/** What can be asked of one course. */
export type CourseAction = 'start' | 'end' | 'end-now' | 'resume' | 'instructor' | 'delete';

/** What somebody wants to do: the course by its id, because it may change while the dialog is open. */
export type CourseAsked = { kind: 'create' } | { kind: CourseAction; courseId: string };

export type AskAboutCourse = (action: CourseAction | 'history', course: CourseListing) => void;
