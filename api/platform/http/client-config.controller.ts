import { Controller, Get, Header, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { ClientConfig } from '../../contracts/client-config.contract.js';
import { Public } from '../auth/access.decorator.js';
import { VERSION } from '../ops/package-info.js';
import { describeUnityBuild, unityBuildFolder } from './unity-build.js';

/** GET /config.json (decisions A15): no-store, so that a changed setting shows at the next load. */
@Controller('config.json')
export class ClientConfigController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @Public()
  @Header('cache-control', 'no-store')
  async read(): Promise<ClientConfig> {
    const { unityBuild } = this.config;
    return {
      productName: this.config.productName,
      supportEmail: this.config.supportEmail,
      apiUrl: '',
      stripePublishableKey: this.config.stripe?.publishableKey ?? null,
      unityBuild: await describeUnityBuild(unityBuild, unityBuildFolder(unityBuild)),
      catalogueId: this.config.catalogueId,
      version: VERSION,
    };
  }
}
