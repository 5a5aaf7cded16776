import { Controller, Get } from '@nestjs/common';
import type { Role } from '../../../contracts/sign-in.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { CurrentActor } from '../../../platform/http/request-context.js';

@Controller('auth/session/roles')
export class SessionRolesController {
  /** The first entry decides landing page and menus (product §6). */
  @Get()
  @Authenticated()
  roles(@CurrentActor() actor: Actor): readonly Role[] {
    return actor.roles;
  }
}
