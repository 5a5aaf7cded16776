import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import type { DataExported } from './data-export.events.js';

/** Command to record that staff downloads data of others. It runs before the first byte is sent. */
export class RecordExport extends Command<void> {
  constructor(
    readonly exported: Omit<DataExported['data'], 'userId'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}
