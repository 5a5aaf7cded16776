import { v5 as uuidv5 } from 'uuid';

/** The id somebody of a file gets: the same whenever the request is repeated. */
export const importedUserId = (username: string, commandId: string): string =>
  uuidv5(username.toLowerCase(), commandId);
