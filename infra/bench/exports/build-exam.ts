/** Separate process that fills an empty data folder with the class of {@link EXAM}. */
import type { INestApplication } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Scenario } from '../../../api/contracts/catalogue.contract.js';
import { defaultCatalogue } from '../../../api/features/catalogue/default-catalogue.js';
import { appendScores } from '../environment/append-scores.js';
import { fillDataDir } from '../environment/fill-data-dir.js';
import { World } from '../environment/world.js';
import { EXAM, EXAM_FILE, type Exam } from './exam.js';

/** An attempt of the exam has 40 kB. */
const APPENDS_AT_ONCE = 32;

await fillDataDir(EXAM_FILE, build);

async function build(app: INestApplication): Promise<Exam> {
  const quiz = examQuiz();
  const scenarios = [...defaultCatalogue(), quiz];
  const world = await World.create(app, scenarios);
  const [instructor] = await world.register('instructor', 'Instructor', 1);
  const userIds = await world.appendStudents(EXAM.students);
  const { courseId, sessionId } = await world.startClass('Exam', instructor!.userId, userIds);
  await world.settled();
  await appendScores(world.store, {
    count: EXAM.students * scenarios.length,
    atOnce: APPENDS_AT_ONCE,
    scenarios,
    userIds,
    classOfAttempt: { courseId, sessionId, organizationId: world.organizationId },
  });
  await world.settled();
  return { instructor: instructor!.account, sessionId, quizId: quiz.scenarioId };
}

function examQuiz(): Scenario {
  const quiz = defaultCatalogue().find(({ scenarioType }) => scenarioType === 'Quiz')!;
  const questions = Array.from({ length: EXAM.questions }, (_, index) => ({
    questionText: `${index + 1}: which of these burns raises the apogee without moving the perigee?`,
    maxScore: 5,
    answers: Array.from({ length: EXAM.answers }, (__, nth) => ({
      answerText: `The burn of answer ${nth + 1} to question ${index + 1}`,
      correct: nth === index % EXAM.answers,
    })),
  }));
  return {
    ...quiz,
    scenarioId: uuidv7(),
    scenarioTitle: 'Exam',
    scenarioShortTitle: 'Exam',
    questions,
    maxQuestionsScore: 5 * EXAM.questions,
  };
}
