import { Injectable } from '@nestjs/common';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import { catalogueStream } from '../catalogue.stream.js';
import { PublishCatalogue, type PublishedCatalogue } from './publish-catalogue.command.js';

@Injectable()
export class PublishCatalogueHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ catalogueId, scenarios, context }: PublishCatalogue): Promise<PublishedCatalogue> {
    const command = { catalogueId, scenarios };
    const { state, appended } = await this.commands.handle(catalogueStream.of(catalogueId), command, context);
    return { edition: state.edition, appended };
  }
}
