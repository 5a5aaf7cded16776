import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type ReplayRequested, replayEvents } from './replay.events.js';

/** Stream of one requested replay; records the request once. */
export const replayStream = defineStream({
  prefix: 'replay',
  events: replayEvents,
  initialState: 'unknown' as 'unknown' | 'recorded',
  decide: (data: ReplayRequested['data'], state) => (state === 'recorded' ? [] : [{ type: 'ReplayRequested', data }]),
  evolve: (): 'recorded' => 'recorded',
});
