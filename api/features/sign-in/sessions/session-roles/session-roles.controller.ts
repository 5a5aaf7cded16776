import { Controller, Get } from '@nestjs/common';
import type { Role } from '../../../../contracts/sign-in.contract.js';
import { Authenticated } from '../../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { CurrentActor } from '../../../../platform/http/request-context.js';

@Controller('auth/session/roles')
export class SessionRolesController {
  /** Returns the roles; the first entry decides landing page and menus (docs/rules.md#roles). */
  @Get()
  @Authenticated()
  roles(@CurrentActor() actor: Actor): readonly Role[] {
    return actor.roles;
  }
}
