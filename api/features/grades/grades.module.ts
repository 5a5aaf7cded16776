import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { DecideAttemptHandler } from './decisions/decide-attempt.handler.js';
import { DecideCellsHandler } from './decisions/decide-cells.handler.js';
import { DecisionsController } from './decisions/decisions.controller.js';
import { DecisionsQuery } from './decisions/decisions.query.js';
import { UndoDecisionHandler } from './decisions/undo-decision.handler.js';
import { GradingQuery } from './grading.query.js';
import { ChangeGradingHandler } from './grading/change-grading.handler.js';
import { GradingController } from './grading/grading.controller.js';
import { PreviewGradingQuery } from './preview-grading.query.js';
import { ownDecisionsTopic } from './own-decisions.live.js';
import { OwnDecisionsQuery } from './own-decisions.query.js';
import { RegradeHandler } from './regrades/regrade.handler.js';
import { RegradesController } from './regrades/regrades.controller.js';
import { RegradesQuery } from './regrades/regrades.query.js';
import { ReviewController } from './review/review.controller.js';
import { reviewTopic } from './review/review.live.js';
import { ReviewQuery } from './review/review.query.js';

@Module({
  imports: [CatalogueModule, CoursesModule],
  controllers: [DecisionsController, ReviewController, GradingController, RegradesController],
  providers: [
    ChangeGradingHandler,
    DecideAttemptHandler,
    DecideCellsHandler,
    DecisionsQuery,
    GradingQuery,
    PreviewGradingQuery,
    OwnDecisionsQuery,
    ownDecisionsTopic,
    RegradeHandler,
    RegradesQuery,
    ReviewQuery,
    UndoDecisionHandler,
    reviewTopic,
  ],
  exports: [GradingQuery, OwnDecisionsQuery],
})
export class GradesModule {}
