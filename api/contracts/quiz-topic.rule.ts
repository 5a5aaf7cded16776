/** Returns the topic id of a quiz in a class. */
export const quizTopicId = (sessionId: string, scenarioId: string): string => `${sessionId}.${scenarioId}`;

/** Splits a topic id into its parts. The parts are not validated. */
export function parseQuizTopicId(id: string): { sessionId: string; scenarioId: string } {
  const [sessionId = '', ...rest] = id.split('.');
  return { sessionId, scenarioId: rest.join('.') };
}

/** Returns the row key of a form. The row key of a student is the plain user id. */
export const formKey = (form: string): string => `form:${form}`;
