/** State of a result, as sent to the game. */
export interface ResultState {
  attemptId: string;
  state: 'waiting' | 'sent' | 'refused';
  message?: string;
}

/** Accepts results from the game and delivers them. */
export interface ResultQueue {
  add(result: unknown): void;
  onState(listener: (news: ResultState) => void): () => void;
}
