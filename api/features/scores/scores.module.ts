import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { ScorecardsController } from './list-scorecards/scorecards.controller.js';
import { ScorecardsQuery } from './list-scorecards/scorecards.query.js';
import { SubmitScoreController } from './submit-score/submit-score.controller.js';
import { SubmitScoreHandler } from './submit-score/submit-score.handler.js';

@Module({
  imports: [CatalogueModule, CoursesModule],
  controllers: [SubmitScoreController, ScorecardsController],
  providers: [SubmitScoreHandler, ScorecardsQuery],
})
export class ScoresModule {}
