import { Global, Module } from '@nestjs/common';
import { LiveGateway } from './live.gateway.js';
import { LiveHub } from './live-hub.js';
import { LiveLoad } from './live-load.js';
import { LiveTopics } from './live-topic.js';
import { PurgeLiveChanges } from './purge-live-changes.js';

/** Live updates over socket.io: read features register topics, this module does the rest. */
@Global()
@Module({
  providers: [LiveGateway, LiveHub, LiveLoad, LiveTopics, PurgeLiveChanges],
  exports: [LiveHub, LiveLoad, LiveTopics],
})
export class LiveModule {}
