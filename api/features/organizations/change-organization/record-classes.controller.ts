import { Body, Controller, HttpCode, Param, Put } from '@nestjs/common';
import { RecordClassesRequest } from '../../../contracts/organization.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { notFound } from '../../../platform/domain-error.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { RecordClasses, RecordClassesHandler } from './change-organization.handlers.js';

/** Route PUT /api/organizations/{id}/recording (docs/rules.md#recording-of-a-class). */
@Controller('organizations/:id/recording')
@Roles('SystemAdmin', 'OrganizationAdmin')
export class RecordClassesController {
  constructor(private readonly recordClasses: RecordClassesHandler) {}

  @Put()
  @HttpCode(204)
  async change(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: RecordClassesRequest }) { recordsClasses }: RecordClassesRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    if (!actor.roles.includes('SystemAdmin') && actor.organizationId !== id) throw notFound('The organization');
    context.recordPosition(await this.recordClasses.execute(new RecordClasses(id, recordsClasses, context)));
  }
}
