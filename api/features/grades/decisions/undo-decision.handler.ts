import { Injectable } from '@nestjs/common';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { gradesStream } from '../grades.stream.js';

/** A decision of a class, or with the class null a regrade. */
interface UndoneDecision {
  readonly courseId: string;
  readonly sessionId: string | null;
  readonly decisionId: string;
}

/** Undoes decisions of any kind. */
@Injectable()
export class UndoDecisionHandler {
  constructor(private readonly commands: Commands) {}

  /** @throws DomainError 404 when there is no such decision */
  async execute(
    { courseId, sessionId, decisionId }: UndoneDecision,
    context: CommandContext,
  ): Promise<AppendResult | undefined> {
    const command = { kind: 'undo', courseId, sessionId, decisionId, now: context.metadata.occurredAt } as const;
    return (await this.commands.handle(gradesStream.of(courseId), command, context)).appended;
  }
}
