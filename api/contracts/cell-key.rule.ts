/** Key of a gradebook cell's row; a student's row has the plain user id. */
export const cellKey = (userId: string, scenarioId: string): string => `${userId}:${scenarioId}`;
