import { z } from 'zod';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Account } from '../environment/fixture.js';

/** A class that has finished a long quiz and all other scenarios. */
export const EXAM = { students: 1_000, questions: 200, answers: 4 } as const;

export const Exam = z.object({ instructor: Account, sessionId: z.string(), quizId: z.string() });
export type Exam = z.infer<typeof Exam>;

export const EXAM_FILE = 'bench-exam.json';

export const loadExam = async (dataDir: string): Promise<Exam> =>
  Exam.parse(JSON.parse(await readFile(join(dataDir, EXAM_FILE), 'utf8')));
