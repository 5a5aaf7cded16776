import { Injectable } from '@nestjs/common';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { AnswerRelease } from '../../../contracts/results.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { answersStream } from './answers.stream.js';

interface ChangedRelease {
  readonly release: AnswerRelease;
  readonly appended: AppendResult | undefined;
}

/** Command to release the answers of a class to its students, or to withhold them again. */
export class ChangeAnswerRelease {
  constructor(
    readonly courseId: string,
    readonly sessionId: string,
    readonly released: boolean,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class ChangeAnswerReleaseHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ courseId, sessionId, released, context }: ChangeAnswerRelease): Promise<ChangedRelease> {
    const command = { courseId, sessionId, released, now: context.metadata.occurredAt };
    const { state, appended } = await this.commands.handle(answersStream.of(sessionId), command, context);
    return { release: { releasedAt: state.releasedAt && toMoment(new Date(state.releasedAt)) }, appended };
  }
}
