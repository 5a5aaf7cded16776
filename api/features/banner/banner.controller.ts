import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type BannerMessage, SetBannerRequest } from '../../contracts/banner.contract.js';
import { Public, Roles } from '../../platform/auth/access.decorator.js';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { BannerQuery } from './banner.query.js';
import { SetBanner, SetBannerHandler } from './set-banner.handler.js';

/** Routes of the system-wide banner (docs/rules.md#banner). */
@Controller('systemSettings/bannerMessage')
export class BannerController {
  constructor(
    private readonly setBanner: SetBannerHandler,
    private readonly banner: BannerQuery,
  ) {}

  @Get()
  @Public()
  async read(@Res() reply: FastifyReply): Promise<void> {
    const banner = await this.banner.current();
    // Serialized here, because Nest sends an empty body for null.
    const body = JSON.stringify(banner satisfies BannerMessage | null);
    void reply.header('cache-control', 'public, max-age=30').type('application/json').send(body);
  }

  @Post()
  @HttpCode(204)
  @Roles('SystemAdmin')
  async set(
    @Body({ schema: SetBannerRequest }) body: SetBannerRequest,
    @Context() context: RequestContext,
  ): Promise<void> {
    context.recordPosition(await this.setBanner.execute(new SetBanner(body, context)));
  }
}
