/**
 * The event log did not answer in time, or not at all, so the outcome of the call is unknown. It is a temporary failure, and its
 * code classifies it like a lost database connection: callers receive 503 with a time to retry.
 */
export class LogUnavailable extends Error {
  readonly code = 'EUNAVAILABLE';

  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`The event log does not answer: ${reason}`, options);
    this.name = 'LogUnavailable';
  }
}

/** KurrentDB rejects the credentials, so a repeat would fail too. For callers of requests it is like an outage. */
export class RefusedCredentials extends LogUnavailable {
  constructor(options?: ErrorOptions) {
    super('KurrentDB rejects the credentials.', options);
    this.name = 'RefusedCredentials';
  }
}
