import { Controller, Delete, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import {
  type Organization,
  OrganizationName,
  PaidQuery,
  UserLimitQuery,
} from '../../../contracts/organization.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import { Context, RequestContext } from '../../../platform/http/request-context.js';
import { CreateOrganization, CreateOrganizationHandler } from '../create-organization/create-organization.handler.js';
import { DeleteOrganization, DeleteOrganizationHandler } from '../delete-organization/delete-organization.handler.js';
import {
  ChangeUserLimit,
  ChangeUserLimitHandler,
  SetOrganizationPaid,
  SetOrganizationPaidHandler,
} from './change-organization.handlers.js';

/** Routes with which system admins change organizations (docs/rules.md#organizations). */
@Controller('organizations')
@Roles('SystemAdmin')
export class ChangeOrganizationController {
  constructor(
    private readonly createOrganization: CreateOrganizationHandler,
    private readonly deleteOrganization: DeleteOrganizationHandler,
    private readonly setOrganizationPaid: SetOrganizationPaidHandler,
    private readonly changeUserLimit: ChangeUserLimitHandler,
  ) {}

  @Post(':name')
  async create(
    @Param('name', { schema: OrganizationName }) name: string,
    @Context() context: RequestContext,
  ): Promise<Organization> {
    const { organization, appended } = await this.createOrganization.execute(new CreateOrganization(name, context));
    context.recordPosition(appended);
    return organization;
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id', { schema: Id }) id: string, @Context() context: RequestContext): Promise<void> {
    context.recordPosition(await this.deleteOrganization.execute(new DeleteOrganization(id, context)));
  }

  @Put(':id/status')
  @HttpCode(204)
  async setPaid(
    @Param('id', { schema: Id }) id: string,
    @Query({ schema: PaidQuery }) { isPaid }: PaidQuery,
    @Context() context: RequestContext,
  ): Promise<void> {
    context.recordPosition(await this.setOrganizationPaid.execute(new SetOrganizationPaid(id, isPaid, context)));
  }

  @Put(':id/userlimit')
  @HttpCode(204)
  async changeLimit(
    @Param('id', { schema: Id }) id: string,
    @Query({ schema: UserLimitQuery }) { userLimit }: UserLimitQuery,
    @Context() context: RequestContext,
  ): Promise<void> {
    context.recordPosition(await this.changeUserLimit.execute(new ChangeUserLimit(id, userLimit, context)));
  }
}
