import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scenario } from '../../contracts/catalogue.contract.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { catalogueDecider } from './catalogue.decider.js';
import { catalogueStream } from './catalogue.events.js';

/** Publishes the whole content of a catalogue; the same content again records nothing. */
export class PublishCatalogue extends Command<void> {
  constructor(
    readonly catalogueId: string,
    readonly scenarios: readonly Scenario[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PublishCatalogue)
export class PublishCatalogueHandler implements ICommandHandler<PublishCatalogue> {
  constructor(private readonly commands: Commands) {}

  async execute({ catalogueId, scenarios, context }: PublishCatalogue): Promise<void> {
    await this.commands.handle(catalogueDecider, catalogueStream(catalogueId), { catalogueId, scenarios }, context);
  }
}
