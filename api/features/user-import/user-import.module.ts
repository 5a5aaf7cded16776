import { Module } from '@nestjs/common';
import { ExportUsers } from './export-users.query.js';
import { ImportPlans } from './import-plan.js';
import { ImportUsers } from './import-users.js';
import { InviteImported } from './invite-imported.js';
import { UserImportController } from './user-import.controller.js';

@Module({ controllers: [UserImportController], providers: [ImportPlans, ImportUsers, ExportUsers, InviteImported] })
export class UserImportModule {}
