import type { Decider } from '../../platform/eventsourcing/decider.js';
import type { DataExported } from './data-export.events.js';

/** What is worth remembering of a download: that it was asked for, once. */
export const dataExportDecider: Decider<'unknown' | 'recorded', DataExported['data'], DataExported> = {
  initialState: 'unknown',
  decide: (data, state) => (state === 'recorded' ? [] : [{ type: 'DataExported', data }]),
  evolve: () => 'recorded',
};
