import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { CLOCK, type Clock } from '../../platform/clock.js';
import { EVENT_STORE, type EventStore } from '../../platform/eventsourcing/event-store.js';
import { LogAdoption } from '../../platform/eventsourcing/log-adoption.js';
import { systemContext } from '../../platform/eventsourcing/system-context.js';
import { catalogueStream } from './catalogue.stream.js';
import { defaultCatalogue } from './default-catalogue.js';
import { PublishCatalogue, PublishCatalogueHandler } from './publish-catalogue/publish-catalogue.handler.js';

/** Publishes the default catalogue on a platform whose catalogue was never published. */
@Injectable()
export class PublishDefaultCatalogue implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly adoption: LogAdoption,
    private readonly publishCatalogue: PublishCatalogueHandler,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.roles.includes('worker')) await this.adoption.run(() => this.publish());
  }

  private async publish(): Promise<void> {
    const { catalogueId } = this.config;
    if ((await catalogueStream.of(catalogueId).read(this.store)).length > 0) return;
    // The catalogue's id is the command id, so that two workers that start simultaneously append the same event.
    const context = systemContext(this.clock.now(), catalogueId, catalogueId);
    await this.publishCatalogue.execute(new PublishCatalogue(catalogueId, defaultCatalogue(), context));
  }
}
