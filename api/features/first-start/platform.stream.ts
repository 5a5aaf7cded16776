import { defineStream } from '../../platform/eventsourcing/define-stream.js';
import { type PlatformInitialised, platformEvents } from './platform.events.js';

/** Stream of the platform; its state says whether the first accounts exist. */
export const platformStream = defineStream({
  prefix: 'platform',
  key: () => '',
  events: platformEvents,
  initialState: false,
  decide: (data: PlatformInitialised['data'], isInitialised) =>
    isInitialised ? [] : [{ type: 'PlatformInitialised', data }],
  evolve: () => true,
});
