import { Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { type AccessCode, AssignAccessCodeParams } from '../../../contracts/access-code.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import { Context, RequestContext } from '../../../platform/http/request-context.js';
import {
  AssignAccessCode,
  AssignAccessCodeHandler,
  DeleteAccessCode,
  DeleteAccessCodeHandler,
  GenerateAccessCode,
  GenerateAccessCodeHandler,
} from './access-code.handlers.js';

/** Routes POST and DELETE /api/users/accessCodes (docs/rules.md#access-codes). */
@Controller('users/accessCodes')
@Roles('SystemAdmin')
export class ChangeAccessCodesController {
  constructor(
    private readonly generateAccessCode: GenerateAccessCodeHandler,
    private readonly deleteAccessCode: DeleteAccessCodeHandler,
  ) {}

  @Post()
  async generate(@Context() context: RequestContext): Promise<AccessCode> {
    const { accessCode, appended } = await this.generateAccessCode.execute(new GenerateAccessCode(context));
    context.recordPosition(appended);
    return accessCode;
  }

  /** Deletes a code. Users who registered with it keep their organization. */
  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id', { schema: Id }) id: string, @Context() context: RequestContext): Promise<void> {
    context.recordPosition(await this.deleteAccessCode.execute(new DeleteAccessCode(id, context)));
  }
}

/** Route PUT /api/organizations/accessCodes/{code}/{organizationId} (docs/rules.md#access-codes). */
@Controller('organizations/accessCodes')
@Roles('SystemAdmin')
export class AssignAccessCodeController {
  constructor(private readonly assignAccessCode: AssignAccessCodeHandler) {}

  @Put(':code/:organizationId')
  @HttpCode(204)
  async assign(
    @Param({ schema: AssignAccessCodeParams }) { code, organizationId }: AssignAccessCodeParams,
    @Context() context: RequestContext,
  ): Promise<void> {
    context.recordPosition(await this.assignAccessCode.execute(new AssignAccessCode(code, organizationId, context)));
  }
}
