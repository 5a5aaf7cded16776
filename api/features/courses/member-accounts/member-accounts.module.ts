import { Module } from '@nestjs/common';
import { CoursesModule } from '../courses.module.js';
import { EnableMemberHandler } from './enable-member.handler.js';
import { MemberAccountsController } from './member-accounts.controller.js';
import { MemberAccounts } from './member-accounts.js';
import { RosterAtQuery } from './roster-at.query.js';
import { SkippedMembersQuery } from './skipped-members.query.js';

/** Disables and enables the accounts of students when a class ends and resumes. */
@Module({
  imports: [CoursesModule],
  controllers: [MemberAccountsController],
  providers: [EnableMemberHandler, MemberAccounts, RosterAtQuery, SkippedMembersQuery],
})
export class MemberAccountsModule {}
