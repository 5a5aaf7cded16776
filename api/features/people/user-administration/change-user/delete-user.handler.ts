import { Injectable } from '@nestjs/common';
import { Commands } from '../../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../../platform/eventsourcing/event-store.js';
import { userStream } from '../../user.stream.js';
import { Accounts } from '../accounts.js';
import { DeleteUser } from './change-user.commands.js';
import { CourseOwners } from './course-owners.js';
import { SystemAdmins } from './system-admins.js';

@Injectable()
export class DeleteUserHandler {
  constructor(
    private readonly accounts: Accounts,
    private readonly commands: Commands,
    private readonly courseOwners: CourseOwners,
    private readonly systemAdmins: SystemAdmins,
  ) {}

  async execute({ actor, userId, context }: DeleteUser): Promise<AppendResult | undefined> {
    const { user, isRepeat } = await this.accounts.loadForChange(actor, 'delete', userId, context.commandId);
    if (isRepeat) return undefined;
    const command = { type: 'Delete', authorizedFor: user } as const;
    const change = () => this.commands.handle(userStream.of(userId), command, context);
    const { appended } = await this.courseOwners.runWhileOwningNone(userId, () =>
      this.systemAdmins.runWhileAnotherExists(user, change),
    );
    return appended;
  }
}
