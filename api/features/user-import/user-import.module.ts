import { Module } from '@nestjs/common';
import { DownloadsModule } from '../../platform/downloads/downloads.module.js';
import { ExportUsers } from './export-users.query.js';
import { ImportPlans } from './import-plan.js';
import { ImportStatus } from './import-status.query.js';
import { ImportSweep } from './import-sweep.js';
import { ImportWork } from './import-work.js';
import { Imports } from './imports.js';
import { InviteImported } from './invite-imported.js';
import { UserExportController } from './user-export.controller.js';
import { UserImportController } from './user-import.controller.js';

@Module({
  imports: [DownloadsModule],
  controllers: [UserImportController, UserExportController],
  providers: [ImportPlans, Imports, ImportStatus, ImportSweep, ImportWork, ExportUsers, InviteImported],
})
export class UserImportModule {}
