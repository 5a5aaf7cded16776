/** Builds the address of a quiz's answers, which holds names (decisions N6). */
export type QuizAddress = (names: { sessionName: string; scenarioShortTitle: string }) => string;
