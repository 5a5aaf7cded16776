import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { ReplayRequest } from '../../contracts/dead-letter.contract.js';
import type { CommandContext } from '../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../platform/eventsourcing/event-store.js';
import { ProjectionSet } from '../../platform/eventsourcing/projecting/projection-set.js';
import { DEAD_LETTER_SOURCES } from './dead-letter-sources.js';
import type { DeadLetterSources } from './list-dead-letters.js';
import { replayDeadLetter } from './replay-dead-letter.js';
import { replayStream } from './replay.stream.js';

/** Starts the replay of a dead letter and records who requested it. */
export class ReplayDeadLetter {
  constructor(
    readonly request: ReplayRequest,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class ReplayDeadLetterHandler {
  constructor(
    @Inject(DEAD_LETTER_SOURCES) private readonly sources: DeadLetterSources,
    private readonly projections: ProjectionSet,
    private readonly commands: Commands,
  ) {}

  /** Uses a new command id, because a repeated request is another replay. */
  async execute({ request, context: { metadata } }: ReplayDeadLetter): Promise<AppendResult | undefined> {
    const requested = await replayDeadLetter({ ...this.sources, projections: this.projections }, request);
    const commandId = uuidv7();
    const context = { commandId, metadata };
    return (await this.commands.handle(replayStream.of(commandId), requested, context)).appended;
  }
}
