import { v4 as uuid } from 'uuid';
import type { AttemptTicket, PlatformApi } from '../bridge/platform-api.js';

/**
 * An attempt that the player has begun. Asks the platform for a ticket in the background, so that a bad network does not delay
 * the start. Without an answer, the result is submitted without a ticket.
 */
export class BegunAttempt {
  readonly startedAt = new Date();
  private found: Partial<AttemptTicket> & Pick<AttemptTicket, 'attemptId'> = { attemptId: uuid() };

  constructor(
    api: Pick<PlatformApi, 'beginAttempt'>,
    scenarioId: string,
    /** The class that receives the result; null for practice. */
    readonly sessionId: string | null,
  ) {
    api.beginAttempt(scenarioId, sessionId).then(
      ({ attemptId, ticket }) => (this.found = { attemptId, ticket }),
      () => undefined,
    );
  }

  /** The id for the result, and the ticket if the platform has sent one. Read it once, when the attempt is complete. */
  get identity(): Partial<AttemptTicket> & Pick<AttemptTicket, 'attemptId'> {
    return this.found;
  }
}
