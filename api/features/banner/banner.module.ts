import { Module } from '@nestjs/common';
import { BannerController } from './banner.controller.js';
import { bannerTopic } from './banner.live.js';
import { BannerQuery } from './banner.query.js';
import { SetBannerHandler } from './set-banner.handler.js';

@Module({
  controllers: [BannerController],
  providers: [bannerTopic, BannerQuery, SetBannerHandler],
})
export class BannerModule {}
