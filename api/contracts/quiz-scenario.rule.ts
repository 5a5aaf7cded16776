import type { Scenario } from './catalogue.contract.js';

/** Returns whether a scenario is one of the quizzes of a class (docs/rules.md#quizzes-of-a-class). */
export const isClassQuiz = ({ scenarioType, gameMode }: Pick<Scenario, 'scenarioType' | 'gameMode'>): boolean =>
  scenarioType === 'Quiz' && gameMode !== 'Sandbox';
