import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../../platform/domain-error.js';
import { Commands } from '../../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../../platform/eventsourcing/event-store.js';
import { userStream } from '../../user.stream.js';
import { mayGrant } from '../../user.policy.js';
import { Accounts } from '../accounts.js';
import { ChangeUserRole } from './change-user.commands.js';
import { CourseOwners } from './course-owners.js';
import { SystemAdmins } from './system-admins.js';

@Injectable()
export class ChangeUserRoleHandler {
  constructor(
    private readonly accounts: Accounts,
    private readonly commands: Commands,
    private readonly courseOwners: CourseOwners,
    private readonly systemAdmins: SystemAdmins,
  ) {}

  async execute({ actor, userId, role, context }: ChangeUserRole): Promise<AppendResult | undefined> {
    const { user, isRepeat } = await this.accounts.loadForChange(actor, 'change-role', userId, context.commandId);
    if (isRepeat) return undefined;
    if (!mayGrant(actor, role)) {
      throw new DomainError('FORBIDDEN', 'Only a system administrator can appoint another system administrator.', 403);
    }
    if (role === user.role) throw new DomainError('SAME_ROLE', 'User already has this role. No change made.');
    const command = { type: 'ChangeRole', role, authorizedFor: user } as const;
    const change = () => this.commands.handle(userStream.of(userId), command, context);
    const { appended } = await this.courseOwners.runWhileOwningNone(userId, () =>
      this.systemAdmins.runWhileAnotherExists(user, change),
    );
    return appended;
  }
}
