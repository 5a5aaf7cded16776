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

@Controller('game/startup')
@Authenticated()
export class StartupController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** The address is the caller's own, because the page around the game may speak to no other. */
  @Get()
  @SerializeOptions({ schema: StartupArguments })
  async read(@CurrentActor() actor: Actor, @Req() { protocol, host }: FastifyRequest): Promise<StartupArguments> {
    const person = await findPerson(this.pool, actor.userId);
    const { sysHighClassification, udlApiUrl, udlUsername, udlPassword } = this.config.game;
    return {
      userName: actor.username,
      userId: actor.userId,
      webApiUrl: `${protocol}://${host}/api`,
      organization: person?.organizationName ?? '',
      sysHighClassification,
      udlApiURL: udlApiUrl,
      udlUsername,
      udlPassword,
    };
  }
}
