import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { DecideAttemptHandler } from './decide-attempt/decide-attempt.handler.js';
import { DecisionsController } from './decide-attempt/decisions.controller.js';
import { GradingQuery } from './grading.query.js';
import { CountingController } from './results-that-count/counting.controller.js';
import { PreviewCountingQuery } from './results-that-count/preview-counting.query.js';
import { PreviewGradingQuery } from './preview-grading.query.js';
import { ReviewController } from './review/review.controller.js';
import { reviewTopic } from './review/review.live.js';
import { ReviewQuery } from './review/review.query.js';

@Module({
  imports: [CatalogueModule, CoursesModule],
  controllers: [DecisionsController, ReviewController, CountingController],
  providers: [DecideAttemptHandler, GradingQuery, PreviewCountingQuery, PreviewGradingQuery, ReviewQuery, reviewTopic],
  exports: [GradingQuery],
})
export class GradesModule {}
