import { Global, Module } from '@nestjs/common';
import { LiveGateway } from './live.gateway.js';
import { LivePollController } from './live-poll.controller.js';
import { LivePolls } from './live-polls.js';
import { LiveHub } from './live-hub.js';
import { LiveLoad } from './live-load.js';
import { LiveTopics } from './live-topic.js';
import { PurgeLiveChanges } from './purge-live-changes.js';

/** Live updates over socket.io and by polling, for the topics that features register. */
@Global()
@Module({
  controllers: [LivePollController],
  providers: [LiveGateway, LiveHub, LiveLoad, LivePolls, LiveTopics, PurgeLiveChanges],
  exports: [LiveHub, LiveLoad, LivePolls, LiveTopics],
})
export class LiveModule {}
