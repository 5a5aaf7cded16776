import { Injectable } from '@nestjs/common';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { catalogueStream } from '../catalogue.stream.js';

/** The edition with the published content. `appended` is undefined when it was published already. */
export interface PublishedCatalogue {
  readonly edition: number;
  readonly appended: AppendResult | undefined;
}

/** Command to publish the whole content of a catalogue. Publishing the same content again appends nothing. */
export class PublishCatalogue {
  constructor(
    readonly catalogueId: string,
    readonly scenarios: readonly Scenario[],
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class PublishCatalogueHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ catalogueId, scenarios, context }: PublishCatalogue): Promise<PublishedCatalogue> {
    const command = { catalogueId, scenarios };
    const { state, appended } = await this.commands.handle(catalogueStream.of(catalogueId), command, context);
    return { edition: state.edition, appended };
  }
}
