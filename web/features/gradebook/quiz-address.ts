/** Builds the address of a quiz's answers, which contains names (docs/rules.md#quiz-addresses). */
export type QuizAddress = (names: { sessionName: string; scenarioShortTitle: string }) => string;
