import { z } from 'zod';
import { Question } from './catalogue.contract.js';
import { Id } from './primitives.contract.js';

/** A question with its text and its maximum, then text and correctness of the first option, of the second, and so on. */
const AskedQuestion = z.tuple([z.string(), z.number().nullable()], z.union([z.string(), z.boolean()]));

/** A hash of the questions of a form. */
const FormId = z.string();

/** The answer to a question: its index in the form, the points at arrival, then the indexes of the chosen options. */
const ScoredAnswer = z.tuple([z.int(), z.number()], z.int());

/**
 * Response of GET /api/sessions/{sessionId}/quizzes/{scenarioId}/answers, for staff of the course: the answers of all attempts of a quiz in a
 * class, without typed texts. A recording says who played an attempt, and which attempts counted at a moment. `editions` are those of the
 * recording that contain the quiz, oldest first, or the single edition 0 with the questions of a removed quiz. Attempts with the same questions share a form.
 * Attempts are in the order of their arrival: id, id of the form, answers in the order in which the questions were asked.
 */
export const ClassAnswers = z.object({
  editions: z.array(z.object({ edition: z.int(), questions: z.array(Question) })),
  forms: z.array(z.tuple([FormId, z.array(AskedQuestion)])),
  attempts: z.array(z.tuple([Id, FormId, z.array(ScoredAnswer)])),
});
export type ClassAnswers = z.infer<typeof ClassAnswers>;
