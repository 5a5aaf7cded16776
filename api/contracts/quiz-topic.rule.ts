/** The live topic's id of a quiz in a class. */
export const quizTopicId = (sessionId: string, scenarioId: string): string => `${sessionId}.${scenarioId}`;

/** The parts of such an id, which may be anything. */
export function parseQuizTopicId(id: string): { sessionId: string; scenarioId: string } {
  const [sessionId = '', ...rest] = id.split('.');
  return { sessionId, scenarioId: rest.join('.') };
}

/** Row key of a form; students have the plain user id. */
export const formKey = (form: string): string => `form:${form}`;
