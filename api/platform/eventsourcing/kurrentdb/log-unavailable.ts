/**
 * The event log did not answer in time, or not at all: nobody knows what became of what was asked. Passes, like a lost connection
 * of the database, and by its code counts as one: callers hear 503 and when to try again.
 */
export class LogUnavailable extends Error {
  readonly code = 'EUNAVAILABLE';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The event log does not answer: ${reason}`, options);
    this.name = 'LogUnavailable';
  }
}
