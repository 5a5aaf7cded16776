import { Module } from '@nestjs/common';
import { deadLetterSources } from './dead-letter-sources.js';
import { ReplayDeadLetterHandler } from './replay-dead-letter.handler.js';
import { SystemController } from './system.controller.js';

/** What operators see of the platform, and do about it. */
@Module({ controllers: [SystemController], providers: [deadLetterSources, ReplayDeadLetterHandler] })
export class OperationsModule {}
