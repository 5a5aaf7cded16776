import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { dataExportStream } from './data-export.stream.js';
import { RecordExport } from './record-export.command.js';

@CommandHandler(RecordExport)
export class RecordExportHandler implements ICommandHandler<RecordExport> {
  constructor(private readonly commands: Commands) {}

  /** Records the download under a new id: a repeated request with the same idempotency key is another download. */
  async execute({ exported, context: { metadata } }: RecordExport): Promise<void> {
    const commandId = uuidv7();
    const data = { userId: metadata.actorId, ...exported };
    await this.commands.handle(dataExportStream.of(commandId), data, { commandId, metadata });
  }
}
