import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { GradebookController } from './gradebook.controller.js';
import { gradebookTopic } from './gradebook.live.js';
import { GradebookQuery, GradebookReport } from './gradebook.query.js';
import { PersonChanges } from './person-changes.js';

@Module({
  imports: [CatalogueModule, CoursesModule],
  controllers: [GradebookController],
  providers: [gradebookTopic, GradebookQuery, GradebookReport, PersonChanges],
  exports: [GradebookReport],
})
export class GradebookModule {}
