import { Body, Controller, Delete, HttpCode, Param, Put } from '@nestjs/common';
import { Id } from '../../../../contracts/primitives.contract.js';
import { Role } from '../../../../contracts/sign-in.contract.js';
import { EnabledRequest, type EnabledResponse, UpdateUserRequest } from '../../../../contracts/user.contract.js';
import { Authenticated, Roles } from '../../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import type { AppendResult } from '../../../../platform/eventsourcing/event-store.js';
import { Context, CurrentActor, type RequestContext } from '../../../../platform/http/request-context.js';
import { FreshRights } from '../fresh-rights.js';
import { ChangeUserRoleHandler } from './change-user-role.handler.js';
import { ChangeUserRole, DeleteUser, EndUserSessions, SetUserEnabled, UpdateUser } from './change-user.commands.js';
import { DeleteUserHandler } from './delete-user.handler.js';
import { EndUserSessionsHandler } from './end-user-sessions.handler.js';
import { SetUserEnabledHandler } from './set-user-enabled.handler.js';
import { UpdateUserHandler } from './update-user.handler.js';

/**
 * Routes for administrators who change accounts, and for users who change their own names and e-mail address
 * (docs/rules.md#managing-users).
 */
@Controller('users/:id')
@Roles('SystemAdmin', 'OrganizationAdmin')
export class ChangeUserController {
  constructor(
    private readonly updateUser: UpdateUserHandler,
    private readonly changeUserRole: ChangeUserRoleHandler,
    private readonly endUserSessions: EndUserSessionsHandler,
    private readonly deleteUser: DeleteUserHandler,
    private readonly setUserEnabled: SetUserEnabledHandler,
    private readonly rights: FreshRights,
  ) {}

  @Put()
  @Authenticated()
  @HttpCode(204)
  async update(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: UpdateUserRequest }) body: UpdateUserRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    if (body.id !== undefined && body.id !== id) {
      const message = 'Must match the id in the URL.';
      throw new DomainError('VALIDATION_FAILED', message, 400, { Id: [message] });
    }
    await this.changed(id, await this.updateUser.execute(new UpdateUser(actor, id, body, context)), context);
  }

  @Put('enabled')
  async setEnabled(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: EnabledRequest }) body: EnabledRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<EnabledResponse> {
    const command = new SetUserEnabled(actor, id, body?.enabled, context);
    const { enabled, appended } = await this.setUserEnabled.execute(command);
    await this.changed(id, appended, context);
    return { enabled };
  }

  @Put('role/:role')
  @HttpCode(204)
  async changeRole(
    @Param('id', { schema: Id }) id: string,
    @Param('role', { schema: Role }) role: Role,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    await this.changed(id, await this.changeUserRole.execute(new ChangeUserRole(actor, id, role, context)), context);
  }

  @Delete('sessions')
  @HttpCode(204)
  async endSessions(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    context.recordPosition(await this.endUserSessions.execute(new EndUserSessions(actor, id, context)));
  }

  @Delete()
  @HttpCode(204)
  async delete(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    await this.changed(id, await this.deleteUser.execute(new DeleteUser(actor, id, context)), context);
  }

  private async changed(userId: string, appended: AppendResult | undefined, context: RequestContext): Promise<void> {
    context.recordPosition(appended);
    if (appended) await this.rights.refresh(userId, appended.position);
  }
}
