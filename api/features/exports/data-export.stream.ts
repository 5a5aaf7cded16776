import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type DataExported, dataExportEvents } from './data-export.events.js';

/** Stream of a download. It records the request once. */
export const dataExportStream = defineStream({
  prefix: 'data-export',
  events: dataExportEvents,
  initialState: 'unknown' as 'unknown' | 'recorded',
  decide: (data: DataExported['data'], state) => (state === 'recorded' ? [] : [{ type: 'DataExported', data }]),
  evolve: (): 'recorded' => 'recorded',
});
