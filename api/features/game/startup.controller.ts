import { Controller, Get, Inject, Req, SerializeOptions } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config.js';
import { StartupArguments } from '../../contracts/game.contract.js';
import { Authenticated } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { POOL } from '../../platform/database/pool.js';
import { CurrentActor } from '../../platform/http/request-context.js';
import { findPerson } from '../people/people.query.js';
import { UdlTokens } from './udl/udl-tokens.js';

@Controller('game/startup')
@Authenticated()
export class StartupController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: Pool,
    private readonly udlTokens: UdlTokens,
  ) {}

  /**
   * Returns the startup arguments. The API address is the origin of the request, because the page around the game is not
   * allowed to connect to any other.
   */
  @Get()
  @SerializeOptions({ schema: StartupArguments })
  async read(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<StartupArguments> {
    const origin = `${request.protocol}://${request.host}`;
    const person = await findPerson(this.pool, actor.userId);
    return {
      userName: actor.username,
      userId: actor.userId,
      webApiUrl: `${origin}/api`,
      organization: person?.organizationName ?? '',
      sysHighClassification: this.config.game.sysHighClassification,
      ...this.udlOf(actor, origin),
    };
  }

  /** Returns the settings of the data library: the proxy route with a password of the player, unless `udlDirect` is set. */
  private udlOf(actor: Actor, origin: string): Pick<StartupArguments, 'udlApiURL' | 'udlUsername' | 'udlPassword'> {
    const { udlDirect, udlApiUrl, udlUsername, udlPassword } = this.config.game;
    if (udlDirect) return { udlApiURL: udlApiUrl, udlUsername, udlPassword };
    if (udlApiUrl === '') return { udlApiURL: '', udlUsername: '', udlPassword: '' };
    return {
      udlApiURL: new URL('/api/udl', this.config.appUrl ?? origin).href,
      udlUsername: actor.username,
      udlPassword: this.udlTokens.issue(actor),
    };
  }
}
