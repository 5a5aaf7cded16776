import { Module } from '@nestjs/common';
import { DownloadsModule } from '../../../platform/downloads/downloads.module.js';
import { CatalogueModule } from '../../catalogue/catalogue.module.js';
import { ExportsModule } from '../../exports/exports.module.js';
import { GradebookModule } from '../../gradebook/gradebook.module.js';
import { GradesModule } from '../../grades/grades.module.js';
import { ScoresModule } from '../scores.module.js';
import { AskedQuestionsQuery } from './asked-questions.query.js';
import { ExportAttemptsQuery } from './export-attempts.query.js';
import { ExportScoresController } from './export-scores.controller.js';
import { ExportScores } from './export-scores.js';
import { ExportStudentsQuery } from './export-students.query.js';
import { GridSheet } from './grid-sheet.js';
import { QuizSheet } from './quiz-sheet.js';
import { ResultsSheet } from './results-sheet.js';

/** Exports of scores. A separate module, because it imports the gradebook, which in turn projects the scores. */
@Module({
  imports: [CatalogueModule, DownloadsModule, ExportsModule, GradebookModule, GradesModule, ScoresModule],
  controllers: [ExportScoresController],
  providers: [
    AskedQuestionsQuery,
    ExportAttemptsQuery,
    ExportScores,
    ExportStudentsQuery,
    GridSheet,
    QuizSheet,
    ResultsSheet,
  ],
})
export class ExportScoresModule {}
