/** Returns the row key of a gradebook cell. The key of a student's row is the plain user id. */
export const cellKey = (userId: string, scenarioId: string): string => `${userId}:${scenarioId}`;
