import { Module } from '@nestjs/common';
import { CancelUnpaidSchedules } from './change-course/cancel-unpaid-schedules.js';
import { ChangeCourseHandler } from './change-course/change-course.handler.js';
import { ClassesController } from './change-course/classes.controller.js';
import { classTopic, courseClassTopic } from './class.live.js';
import { ClassOfAttemptCache } from './class-of-attempt.cache.js';
import { ClassWatchers } from './class-watchers.policy.js';
import { CourseAccess } from './course-access.policy.js';
import { CourseQuery } from './course.query.js';
import { CreateCourseHandler } from './create-course/create-course.handler.js';
import { DueTable } from './due-transitions/due-table.js';
import { DueTransitions } from './due-transitions/due-transitions.js';
import { SettleDue } from './due-transitions/settle-due.js';
import { JoinCourseController } from './join-course/join-course.controller.js';
import { JoinCourseHandler } from './join-course/join-course.handler.js';
import { WrongCodes } from './join-course/wrong-codes.js';
import { GroupsController, OwnGroupsController } from './read-courses/groups.controller.js';
import { ClassesReadController } from './read-courses/sessions.controller.js';

@Module({
  controllers: [JoinCourseController, OwnGroupsController, GroupsController, ClassesController, ClassesReadController],
  providers: [
    CancelUnpaidSchedules,
    ChangeCourseHandler,
    classTopic,
    ClassOfAttemptCache,
    ClassWatchers,
    CourseAccess,
    courseClassTopic,
    CourseQuery,
    CreateCourseHandler,
    DueTable,
    DueTransitions,
    JoinCourseHandler,
    SettleDue,
    WrongCodes,
  ],
  exports: [ChangeCourseHandler, ClassOfAttemptCache, ClassWatchers, CourseAccess, CourseQuery, CreateCourseHandler],
})
export class CoursesModule {}
