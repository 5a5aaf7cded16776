import { Injectable } from '@nestjs/common';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { catalogueDecider } from '../catalogue.decider.js';
import { catalogueStream } from '../catalogue.events.js';
import { PublishCatalogue, type PublishedCatalogue } from './publish-catalogue.command.js';

@Injectable()
export class PublishCatalogueHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ catalogueId, scenarios, context }: PublishCatalogue): Promise<PublishedCatalogue> {
    const command = { catalogueId, scenarios };
    const stream = catalogueStream(catalogueId);
    const { state, appended } = await this.commands.handle(catalogueDecider, stream, command, context);
    return { edition: state.edition, appended };
  }
}
