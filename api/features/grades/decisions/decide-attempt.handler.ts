import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DecideAttemptRequest } from '../../../contracts/grades.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { notFound } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import type { Cell } from '../grade.events.js';
import { gradesStream } from '../grades.stream.js';
import { assertSameReason } from './recorded-reasons.query.js';

/** The class and the id of a decision. */
interface DecisionPlace {
  readonly courseId: string;
  readonly sessionId: string;
  readonly decisionId: string;
}

/** Records decisions about attempts of a class. */
@Injectable()
export class DecideAttemptHandler {
  constructor(
    private readonly commands: Commands,
    private readonly progress: Progress,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** @throws DomainError 404 when the class has no such attempt, 409 `DECIDED_MEANWHILE`, 422 when the id is that of another decision */
  async execute(
    { courseId, sessionId, decisionId }: DecisionPlace,
    { attemptId, decision, reason, version }: DecideAttemptRequest,
    context: CommandContext,
  ): Promise<AppendResult | undefined> {
    await assertSameReason(this.pool, courseId, [decisionId], reason);
    const attempt = await this.attemptOf(sessionId, attemptId);
    const now = context.metadata.occurredAt;
    const command = {
      kind: 'decide-attempt',
      courseId,
      decisionId,
      attempt,
      decision,
      reason,
      version,
      now,
    } as const;
    return (await this.commands.handle(gradesStream.of(courseId), command, context)).appended;
  }

  /** Waits for the read models before it refuses, because the attempt may have just arrived. */
  private async attemptOf(sessionId: string, attemptId: string): Promise<Cell & { attemptId: string }> {
    const found = await this.find(sessionId, attemptId);
    if (found) return found;
    await this.progress.catchUp();
    const arrived = await this.find(sessionId, attemptId);
    if (!arrived) throw notFound('The attempt');
    return arrived;
  }

  private async find(sessionId: string, attemptId: string): Promise<(Cell & { attemptId: string }) | undefined> {
    const { rows } = await this.pool.query<Cell & { attemptId: string }>({
      name: 'attempt-to-decide',
      text: `select session_id as "sessionId", user_id as "userId", scenario_id as "scenarioId", attempt_id as "attemptId"
             from read.attempts where attempt_id = $1 and session_id = $2`,
      values: [attemptId, sessionId],
    });
    return rows[0];
  }
}
