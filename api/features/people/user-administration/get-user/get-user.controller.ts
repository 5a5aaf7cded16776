import { Controller, Get, Param, SerializeOptions } from '@nestjs/common';
import { Id } from '../../../../contracts/primitives.contract.js';
import { User } from '../../../../contracts/user.contract.js';
import { Authenticated } from '../../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { notFound } from '../../../../platform/domain-error.js';
import { CurrentActor } from '../../../../platform/http/request-context.js';
import { GetUserQuery } from './get-user.query.js';

@Controller('users')
export class GetUserController {
  constructor(private readonly users: GetUserQuery) {}

  @Get(':id')
  @Authenticated()
  @SerializeOptions({ schema: User })
  async get(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<User> {
    const user = await this.users.find(actor, id);
    if (!user) throw notFound('The user');
    return user;
  }
}
