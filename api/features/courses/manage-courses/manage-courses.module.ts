import { Module } from '@nestjs/common';
import { CoursesModule } from '../courses.module.js';
import { CoursePeople } from './course-people.js';
import { LeaveCourseHandler } from './leave-course.handler.js';
import { ManageCoursesController } from './manage-courses.controller.js';
import { CourseMembersController } from './members.controller.js';
import { MovedMembers } from './moved-members.js';

@Module({
  imports: [CoursesModule],
  controllers: [ManageCoursesController, CourseMembersController],
  providers: [CoursePeople, LeaveCourseHandler, MovedMembers],
})
export class ManageCoursesModule {}
