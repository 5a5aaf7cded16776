import { Global, Module } from '@nestjs/common';
import { LiveGateway } from './live.gateway.js';
import { LiveHub } from './live-hub.js';
import { LiveTopics } from './live-topic.js';
import { PurgeLiveChanges } from './purge-live-changes.js';

/** Live updates over socket.io: read features register topics, this module does the rest. */
@Global()
@Module({ providers: [LiveGateway, LiveHub, LiveTopics, PurgeLiveChanges], exports: [LiveHub, LiveTopics] })
export class LiveModule {}
