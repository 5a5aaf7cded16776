import type { ScoredQuiz } from '../../../api/contracts/score.contract.js';

/** State of a result, as sent to the game. `quiz` is the score of a sent quiz, if the platform computed it. */
export interface ResultState {
  attemptId: string;
  state: 'waiting' | 'sent' | 'refused';
  message?: string;
  quiz?: ScoredQuiz;
}

/** Accepts results from the game and delivers them. */
export interface ResultQueue {
  add(result: unknown): void;
  onState(listener: (news: ResultState) => void): () => void;
}
