import { Module } from '@nestjs/common';
import { deadLetterSources } from './dead-letter-sources.js';
import { ReplayDeadLetterHandler } from './replay-dead-letter.handler.js';
import { SystemController } from './system.controller.js';

/** Status of the platform and dead letters, for operators. */
@Module({ controllers: [SystemController], providers: [deadLetterSources, ReplayDeadLetterHandler] })
export class OperationsModule {}
