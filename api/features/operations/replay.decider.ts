import type { Decider } from '../../platform/eventsourcing/decider.js';
import type { ReplayRequested } from './replay.events.js';

/** What is worth remembering of a replay: that it was asked for, once. */
export const replayDecider: Decider<'unknown' | 'recorded', ReplayRequested['data'], ReplayRequested> = {
  initialState: 'unknown',
  decide: (data, state) => (state === 'recorded' ? [] : [{ type: 'ReplayRequested', data }]),
  evolve: () => 'recorded',
};
