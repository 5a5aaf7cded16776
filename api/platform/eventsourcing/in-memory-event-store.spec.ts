import { InMemoryEventStore } from './in-memory-event-store.js';
import { describeEventStore } from './testing/event-store.conformance.js';

const store = new InMemoryEventStore();
describeEventStore('InMemoryEventStore', () => ({ one: store, other: store }));
