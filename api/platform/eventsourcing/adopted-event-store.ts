import type { EventStore } from './event-store.js';
import { ForwardingEventStore } from './forwarding-event-store.js';
import type { LogAdoption } from './log-adoption.js';

/** Refuses all calls until the log is adopted, because the log that answers next may not be the one of this database. */
export class AdoptedEventStore extends ForwardingEventStore {
  constructor(
    store: EventStore,
    private readonly adoption: Pick<LogAdoption, 'assertAdopted'>,
  ) {
    super(store);
  }

  /** @throws LogUnavailable */
  protected override get store(): EventStore {
    this.adoption.assertAdopted();
    return super.store;
  }
}
