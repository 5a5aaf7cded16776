import { Controller, Get, Header, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { ClientConfig } from '../../contracts/client-config.contract.js';
import { Public } from '../auth/access.decorator.js';
import { BUILD, BUILD_ID, VERSION } from '../ops/package-info.js';
import { GameBuild } from './game-build.js';
import { describeBuild } from './unity-build.js';

/** GET /config.json. Browsers do not cache it, so that a changed setting takes effect at the next page load. */
@Controller('config.json')
export class ClientConfigController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly game: GameBuild,
  ) {}

  @Get()
  @Public()
  @Header('cache-control', 'no-store')
  async read(): Promise<ClientConfig> {
    return {
      productName: this.config.productName,
      supportEmail: this.config.supportEmail,
      apiUrl: '',
      stripePublishableKey: this.config.stripe?.publishableKey ?? null,
      unityBuild: describeBuild((await this.game.current()).build),
      catalogueId: this.config.catalogueId,
      version: VERSION,
      build: BUILD.date === null ? BUILD_ID : `${BUILD_ID}, ${BUILD.date.slice(0, 10)}`,
    };
  }
}
