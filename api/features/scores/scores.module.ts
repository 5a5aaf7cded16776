import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { GradesModule } from '../grades/grades.module.js';
import { AttemptsAccess } from './attempts-access.policy.js';
import { AttemptTickets } from './begin-attempt/attempt-tickets.js';
import { BeginAttemptController } from './begin-attempt/begin-attempt.controller.js';
import { BeginAttemptHandler } from './begin-attempt/begin-attempt.handler.js';
import { ScorecardsController } from './list-scorecards/scorecards.controller.js';
import { ScorecardsQuery } from './list-scorecards/scorecards.query.js';
import { OwnAttemptsQuery } from './own-results/own-attempts.query.js';
import { OwnCellsQuery } from './own-results/own-cells.query.js';
import { OwnResultsController } from './own-results/own-results.controller.js';
import { OwnResultsQuery } from './own-results/own-results.query.js';
import { QuestionCardsQuery } from '../answered-forms/question-cards.query.js';
import { ChangeReleaseHandler } from './releases/change-release.handler.js';
import {
  AnswerReleaseController,
  ClassReleases,
  DebriefReleaseController,
} from './releases/class-releases.controllers.js';
import { ClassReleasesQuery } from './releases/class-releases.query.js';
import { SubmitScoreController } from './submit-score/submit-score.controller.js';
import { SubmitScoreHandler } from './submit-score/submit-score.handler.js';

@Module({
  imports: [CatalogueModule, CoursesModule, GradesModule],
  controllers: [
    BeginAttemptController,
    SubmitScoreController,
    ScorecardsController,
    OwnResultsController,
    AnswerReleaseController,
    DebriefReleaseController,
  ],
  providers: [
    AttemptsAccess,
    AttemptTickets,
    BeginAttemptHandler,
    ChangeReleaseHandler,
    ClassReleases,
    ClassReleasesQuery,
    OwnAttemptsQuery,
    OwnCellsQuery,
    OwnResultsQuery,
    QuestionCardsQuery,
    ScorecardsQuery,
    SubmitScoreHandler,
  ],
  exports: [AttemptsAccess, ClassReleasesQuery, OwnResultsQuery, QuestionCardsQuery],
})
export class ScoresModule {}
