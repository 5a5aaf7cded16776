import { Injectable } from '@nestjs/common';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { catalogueStream } from '../catalogue.stream.js';

/** The edition that holds what was published; `appended` undefined when it did so already. */
export interface PublishedCatalogue {
  readonly edition: number;
  readonly appended: AppendResult | undefined;
}

/** Publishes the whole content of a catalogue; the same content again records nothing. */
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
