/** How far a result of the game has come, as the game is told. */
export interface ResultState {
  attemptId: string;
  state: 'waiting' | 'sent' | 'refused';
  message?: string;
}

/** Who takes results from the game and sees to it that they arrive. */
export interface ResultKeeper {
  keep(result: unknown): void;
  onState(listener: (news: ResultState) => void): () => void;
}
