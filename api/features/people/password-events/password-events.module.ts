import { Module } from '@nestjs/common';
import {
  PasswordEvents,
  RecordPasswordChangedHandler,
  RecordResetRequestedHandler,
} from './password-events.handlers.js';

/** What the log is told of passwords; proofs and passwords themselves are no events. */
@Module({ providers: [PasswordEvents, RecordPasswordChangedHandler, RecordResetRequestedHandler] })
export class PasswordEventsModule {}
