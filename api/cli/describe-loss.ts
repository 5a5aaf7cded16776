import type { AcceptedRestore } from '../platform/eventsourcing/sealing/accepted-restore.js';
import { count } from './terminal.js';

/** Describes the events that the log has lost by a restore, as a sentence. */
export function describeLoss({
  lost,
  recordedAt,
  lostUntil,
}: Pick<AcceptedRestore, 'lost' | 'recordedAt' | 'lostUntil'>): string {
  const events = lost === 1 ? '1 event' : `${count(lost)} events`;
  return `${events} between ${recordedAt.toISOString()} and ${lostUntil.toISOString()} ${lost === 1 ? 'is' : 'are'} lost.`;
}
