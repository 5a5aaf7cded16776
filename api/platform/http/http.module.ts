import { Global, Module } from '@nestjs/common';
import { CLOCK, systemClock } from '../clock.js';
import { ClientConfigController } from './client-config.controller.js';

/** What every request needs; the rest of this folder is wired by `http-application.ts`. */
@Global()
@Module({
  controllers: [ClientConfigController],
  providers: [{ provide: CLOCK, useValue: systemClock }],
  exports: [CLOCK],
})
export class HttpModule {}
