import { type LogOwner, owns } from '../recognizing/log-owner.js';
import { LogUnavailable } from './log-unavailable.js';

/** Decides which events of the cluster belong to the log of this platform. It knows that only after the log was recognized. */
export class LogOwnership {
  private owner: LogOwner | null | undefined;

  /** Sets the owner; null for a log that has not begun. */
  assign(owner: LogOwner | null): void {
    this.owner = owner;
  }

  /** The id that new events get. @throws LogUnavailable before the log is recognized or begun */
  get platformId(): string {
    if (!this.owner) throw notRecognized();
    return this.owner.platformId;
  }

  /** Returns whether the platform owns events with this mark. @throws LogUnavailable before the log is recognized */
  includes(mark: string | undefined): boolean {
    if (this.owner === undefined) throw notRecognized();
    return this.owner !== null && owns(this.owner, mark);
  }
}

class EveryPlatform extends LogOwnership {
  override includes(): boolean {
    return true;
  }
}

/** Returns a connection whose reads return the events of all platforms with the same prefix, to recognize the log. */
export const forEveryPlatform = <Connection extends { readonly ownership: LogOwnership }>(
  kurrentDb: Connection,
): Connection => ({ ...kurrentDb, ownership: new EveryPlatform() });

const notRecognized = (): LogUnavailable => new LogUnavailable('it was not recognized yet.');
