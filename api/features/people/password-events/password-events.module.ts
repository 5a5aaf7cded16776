import { Module } from '@nestjs/common';
import {
  PasswordEvents,
  RecordPasswordChangedHandler,
  RecordResetRequestedHandler,
} from './password-events.handlers.js';

/** Events about passwords. Proofs and passwords are never stored in events. */
@Module({ providers: [PasswordEvents, RecordPasswordChangedHandler, RecordResetRequestedHandler] })
export class PasswordEventsModule {}
