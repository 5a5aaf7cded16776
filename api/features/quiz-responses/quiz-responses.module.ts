import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CoursesModule } from '../courses/courses.module.js';
import { ClassAnswersController } from './class-answers/class-answers.controller.js';
import { ClassAnswersQuery } from './class-answers/class-answers.query.js';
import { FindClassesController } from './find-classes/find-classes.controller.js';
import { FindClassesQuery } from './find-classes/find-classes.query.js';
import { ItemAnalysisController } from './item-analysis/item-analysis.controller.js';
import { quizTopic } from './quiz.live.js';
import { QuizResponsesController } from './quiz-responses.controller.js';
import { QuizResponsesQuery, QuizResponsesReport } from './quiz-responses.query.js';
import { QuizzesQuery } from './quizzes.query.js';

@Module({
  imports: [CatalogueModule, CoursesModule],
  controllers: [ClassAnswersController, FindClassesController, ItemAnalysisController, QuizResponsesController],
  providers: [ClassAnswersQuery, FindClassesQuery, quizTopic, QuizResponsesQuery, QuizResponsesReport, QuizzesQuery],
})
export class QuizResponsesModule {}
