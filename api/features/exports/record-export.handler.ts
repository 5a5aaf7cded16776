import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v7 as uuidv7 } from 'uuid';
import { Commands } from '../../platform/eventsourcing/commands.js';
import { dataExportStream } from './data-export.stream.js';
import { RecordExport } from './record-export.command.js';

@CommandHandler(RecordExport)
export class RecordExportHandler implements ICommandHandler<RecordExport> {
  constructor(private readonly commands: Commands) {}

  /** Under an id of its own: a download asked for again with the same idempotency key is another one. */
  async execute({ exported, context: { metadata } }: RecordExport): Promise<void> {
    const commandId = uuidv7();
    const data = { userId: metadata.actorId, ...exported };
    await this.commands.handle(dataExportStream.of(commandId), data, { commandId, metadata });
  }
}
