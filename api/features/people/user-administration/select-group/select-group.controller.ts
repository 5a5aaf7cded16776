import { Controller, HttpCode, Param, Patch } from '@nestjs/common';
import { Id } from '../../../../contracts/primitives.contract.js';
import { Authenticated } from '../../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { CurrentActor } from '../../../../platform/http/request-context.js';
import { SelectGroup, SelectGroupHandler } from './select-group.handler.js';

/** Route that stores the course selected last (docs/rules.md#selected-course). */
@Controller('users/:userId/groupSelection/latest/:groupId')
@Authenticated()
export class SelectGroupController {
  constructor(private readonly selectGroup: SelectGroupHandler) {}

  @Patch()
  @HttpCode(204)
  async select(
    @Param('userId', { schema: Id }) userId: string,
    @Param('groupId', { schema: Id }) groupId: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    await this.selectGroup.execute(new SelectGroup(actor, userId, groupId));
  }
}
