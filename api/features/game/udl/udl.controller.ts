import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../../config.js';
import { Public } from '../../../platform/auth/access.decorator.js';
import { DomainError } from '../../../platform/domain-error.js';
import { ANY_MEDIA_TYPE, Limits, type RouteLimits } from '../../../platform/http/limits.decorator.js';
import { MalformedRequest } from '../../../platform/http/malformed-request.js';
import { UdlAccess } from './udl-access.policy.js';
import { udlAddress } from './udl-address.js';
import { UdlProxy } from './udl-proxy.js';

/** The deadline is above the proxy's own timeout of 30 s, which returns a specific error. */
const LIMITS: RouteLimits = {
  bodyLimit: 1024 * 1024,
  deadlineMs: 35_000,
  rawBody: true,
  mediaType: ANY_MEDIA_TYPE,
};

/**
 * Routes /api/udl/…: the data library for games, which sign in with Basic and the password of GET /api/game/startup. They
 * are read-only: all players share the platform's account, so a player could change or delete the data of others.
 */
@Controller('udl')
@Public()
export class UdlController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly access: UdlAccess,
    private readonly proxy: UdlProxy,
  ) {}

  @Get('*')
  @Limits(LIMITS)
  read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.forward(request, reply);
  }

  @Post('*')
  @Limits(LIMITS)
  send(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.forward(request, reply);
  }

  private async forward(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { udlApiUrl, udlDirect } = this.config.game;
    if (udlApiUrl === '' || udlDirect)
      throw new DomainError('NOT_FOUND', 'This platform has no data library configured (UDL_API_URL).', 404);
    const { userId } = await this.access.playerOf(request.headers.authorization);
    const address = udlAddress(udlApiUrl, request.url);
    if (!address) throw new MalformedRequest('The data library has no such address: use plain path segments.');
    return this.proxy.forward(userId, address, request, reply);
  }
}
