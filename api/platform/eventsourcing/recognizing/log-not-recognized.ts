import { CLI } from '../../ops/package-info.js';
import { LogUnavailable } from '../kurrentdb/log-unavailable.js';

/** The log lacks events that this database has read, so an append would be lost for the read models. For callers it is like an outage. */
export class LogNotRecognized extends LogUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogNotRecognized';
    this.message = message;
  }

  /** The log has no event at a position from which this database continues. */
  static atPosition(cause: unknown): LogNotRecognized {
    return new LogNotRecognized(
      `The log in KurrentDB lacks an event that this database has read. It is an older state of the log, which ${CLI} log accept-restored describes, or another log.`,
      { cause },
    );
  }
}
