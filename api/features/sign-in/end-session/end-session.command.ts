import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';

/** What a client can show of the session it wants to end; one of them is enough, and it may have expired. */
export interface SessionProof {
  readonly secret: string | undefined;
  readonly accessToken: string | undefined;
}

/** Ends a session: its refresh family, so that no token of it is good any more. Nothing to end is fine. */
export class EndSession {
  constructor(
    readonly proof: SessionProof,
    readonly context: CommandContext,
  ) {}
}
