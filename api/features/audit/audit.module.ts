import { Module } from '@nestjs/common';
import { AuditIndex } from './audit.query.js';
import { AuditEntries } from './compose-entries.js';
import { DownloadsModule } from '../../platform/downloads/downloads.module.js';
import { AuditCsv } from './list-audit/audit-csv.js';
import { AuditScope } from './audit-scope.policy.js';
import { AuditController } from './list-audit/audit.controller.js';
import { NamesQuery } from './names.query.js';
import { AuditStateController } from './state-as-of/audit-state.controller.js';

@Module({
  imports: [DownloadsModule],
  controllers: [AuditStateController, AuditController],
  providers: [AuditIndex, AuditEntries, AuditCsv, AuditScope, NamesQuery],
  exports: [NamesQuery],
})
export class AuditModule {}
