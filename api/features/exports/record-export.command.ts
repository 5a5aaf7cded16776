import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import type { DataExported } from './data-export.events.js';

/** Staff downloads data of others: to be recorded before the first of it is sent. */
export class RecordExport extends Command<void> {
  constructor(
    readonly exported: Omit<DataExported['data'], 'userId'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}
