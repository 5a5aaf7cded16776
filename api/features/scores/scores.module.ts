import { Module } from '@nestjs/common';
import { DownloadsModule } from '../../platform/downloads/downloads.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { ExportsModule } from '../exports/exports.module.js';
import { GradebookModule } from '../gradebook/gradebook.module.js';
import { AttemptsAccess } from './attempts-access.policy.js';
import { AskedQuestionsQuery } from './export-scores/asked-questions.query.js';
import { ExportAttemptsQuery } from './export-scores/export-attempts.query.js';
import { ExportScores } from './export-scores/export-scores.js';
import { ExportScoresController } from './export-scores/export-scores.controller.js';
import { ExportStudentsQuery } from './export-scores/export-students.query.js';
import { GridSheet } from './export-scores/grid-sheet.js';
import { QuizSheet } from './export-scores/quiz-sheet.js';
import { ResultsSheet } from './export-scores/results-sheet.js';
import { ScorecardsController } from './list-scorecards/scorecards.controller.js';
import { ScorecardsQuery } from './list-scorecards/scorecards.query.js';
import { OwnAttemptsQuery } from './own-results/own-attempts.query.js';
import { OwnResultsController } from './own-results/own-results.controller.js';
import { OwnResultsQuery } from './own-results/own-results.query.js';
import { AnswerReleaseController } from './release-answers/answer-release.controller.js';
import { AnswerReleasesQuery } from './release-answers/answer-releases.query.js';
import { ChangeAnswerReleaseHandler } from './release-answers/change-answer-release.handler.js';
import { ScoreAllowance } from './submit-score/score-allowance.js';
import { SubmitScoreController } from './submit-score/submit-score.controller.js';
import { SubmitScoreHandler } from './submit-score/submit-score.handler.js';

@Module({
  imports: [CatalogueModule, CoursesModule, DownloadsModule, ExportsModule, GradebookModule],
  controllers: [
    SubmitScoreController,
    ScorecardsController,
    ExportScoresController,
    OwnResultsController,
    AnswerReleaseController,
  ],
  providers: [
    AnswerReleasesQuery,
    AskedQuestionsQuery,
    AttemptsAccess,
    ChangeAnswerReleaseHandler,
    ExportAttemptsQuery,
    ExportScores,
    ExportStudentsQuery,
    GridSheet,
    OwnAttemptsQuery,
    OwnResultsQuery,
    QuizSheet,
    ResultsSheet,
    ScoreAllowance,
    ScorecardsQuery,
    SubmitScoreHandler,
  ],
})
export class ScoresModule {}
