import { EventLog1700000000000 } from './migrations/1700000000000-event-log.js';
import { Projector1700000000100 } from './migrations/1700000000100-projector.js';

/** Every migration, oldest first; one is never edited after it has shipped. */
export const MIGRATIONS = [EventLog1700000000000, Projector1700000000100];
