import { Module } from '@nestjs/common';
import { DownloadsModule } from '../../platform/downloads/downloads.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { ComposeSecurityEvents } from './list-security-events/compose-security-events.js';
import { SecurityEventsController } from './list-security-events/security-events.controller.js';
import { RecordRefusals } from './record-refusals.js';
import { SecurityEventTable } from './security-event-table.js';
import { SweepSecurityEvents } from './sweep-security-events.js';
import { WatchSpraying } from './watch-spraying.js';

@Module({
  imports: [AuditModule, DownloadsModule, SignInModule],
  controllers: [SecurityEventsController],
  providers: [ComposeSecurityEvents, RecordRefusals, SecurityEventTable, SweepSecurityEvents, WatchSpraying],
})
export class SecurityEventsModule {}
