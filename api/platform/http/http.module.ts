import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock.js';
import { ClientConfigController } from './client-config.controller.js';
import { CspReportsController } from './csp-reports.controller.js';
import { GameBuild } from './game-build.js';
import { HealthController } from './health.controller.js';
import { Refusals } from './refusals.js';

/** Services and controllers that every HTTP request needs. `http-application.ts` wires the rest of this folder. */
@Module({ controllers: [ClientConfigController, CspReportsController, HealthController] })
export class HttpModule {
  static forRoot(clock: { useValue: Clock } | { useExisting: Type<Clock> }): DynamicModule {
    return {
      module: HttpModule,
      global: true,
      providers: [{ provide: CLOCK, ...clock }, GameBuild, Refusals],
      exports: [CLOCK, GameBuild, Refusals],
    };
  }
}
