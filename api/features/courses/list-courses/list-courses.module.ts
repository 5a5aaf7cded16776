import { Module } from '@nestjs/common';
import { CoursesModule } from '../courses.module.js';
import { CourseListingsController } from './course-listings.controller.js';
import { CourseListingsQuery } from './course-listings.query.js';
import { courseTopic } from './course.live.js';
import { coursesTopic } from './courses.live.js';
import { PersonChangesOfCourses } from './person-changes.js';

@Module({
  imports: [CoursesModule],
  controllers: [CourseListingsController],
  providers: [CourseListingsQuery, courseTopic, coursesTopic, PersonChangesOfCourses],
})
export class ListCoursesModule {}
