import { Injectable } from '@nestjs/common';
import { toMoment } from '../../../contracts/primitives.contract.js';
import type { ClassRelease } from '../../../contracts/results.contract.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import type { Releasable } from './class-releases.query.js';
import { answersStream, debriefStream } from './class-releases.streams.js';

interface ChangedRelease {
  readonly release: ClassRelease;
  readonly appended: AppendResult | undefined;
}

/** Command to release the answers or the debrief of a class to its students, or to withhold them again. */
export class ChangeClassRelease {
  constructor(
    readonly what: Releasable,
    readonly courseId: string,
    readonly sessionId: string,
    readonly released: boolean,
    readonly context: CommandContext,
  ) {}
}

@Injectable()
export class ChangeReleaseHandler {
  constructor(private readonly commands: Commands) {}

  async execute({ what, courseId, sessionId, released, context }: ChangeClassRelease): Promise<ChangedRelease> {
    const command = { courseId, sessionId, released, now: context.metadata.occurredAt };
    const { state, appended } =
      what === 'answers'
        ? await this.commands.handle(answersStream.of(sessionId), command, context)
        : await this.commands.handle(debriefStream.of(sessionId), command, context);
    return { release: { releasedAt: state.releasedAt && toMoment(new Date(state.releasedAt)) }, appended };
  }
}
