import { Controller, HttpCode, Param, Post, SerializeOptions } from '@nestjs/common';
import { AdminResetResponse } from '../../../contracts/password-reset.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { ResetOfUser, ResetOfUserHandler } from './reset-of-user.handler.js';

/** Matches ids only; names are routed to ResetByUsernameController (docs/rules.md#reset-by-user-name). */
const ID = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

@Controller(`users/passwordResets/:id(${ID})`)
export class ResetOfUserController {
  constructor(private readonly resetOfUser: ResetOfUserHandler) {}

  @Post()
  @HttpCode(200)
  @Roles('SystemAdmin', 'OrganizationAdmin')
  @SerializeOptions({ schema: AdminResetResponse })
  async reset(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<AdminResetResponse> {
    const { code, position } = await this.resetOfUser.execute(new ResetOfUser(id, actor, context));
    if (position) context.recordPosition({ position });
    return { code };
  }
}
