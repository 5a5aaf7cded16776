import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Scenario } from '../../../contracts/catalogue.contract.js';
import type { DecideCellsRequest } from '../../../contracts/grading.contract.js';
import { POOL } from '../../../platform/database/pool.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import type { ClassWithCourse } from '../../courses/course.query.js';
import { gradesStream } from '../grades.stream.js';
import { assertSameReason } from './recorded-reasons.query.js';

/** The organization of each student. */
type Organizations = ReadonlyMap<string, string | null>;

/** Records one decision about several cells of a class with one append. */
@Injectable()
export class DecideCellsHandler {
  constructor(
    private readonly commands: Commands,
    private readonly catalogue: ClassCatalogueQuery,
    private readonly progress: Progress,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** @throws DomainError 400 for an unknown student or scenario, 409 `DECIDED_MEANWHILE`, 422 when an id is that of another decision */
  async execute(
    { course: { courseId, organizationId }, session }: ClassWithCourse,
    { cells, change, reason }: DecideCellsRequest,
    context: CommandContext,
  ): Promise<AppendResult | undefined> {
    const [scenarios, organizations] = await Promise.all([
      this.catalogue.of(session),
      this.organizationsOf(
        session.id,
        cells.map(({ userId }) => userId),
      ),
    ]);
    const byId = new Map(scenarios.map((scenario) => [scenario.scenarioId, scenario]));
    const decided = cells.map((cell) => ({
      ...cell,
      sessionId: session.id,
      organizationId: organizationId ?? organizations.get(cell.userId) ?? null,
      scenario: factsOf(requireScored(byId.get(cell.scenarioId))),
    }));
    const ids = cells.map(({ decisionId }) => decisionId);
    await assertSameReason(this.pool, courseId, ids, reason);
    const now = context.metadata.occurredAt;
    const command = { kind: 'decide-cells', courseId, cells: decided, change, reason, now } as const;
    try {
      return (await this.commands.handle(gradesStream.of(courseId), command, context)).appended;
    } catch (error) {
      // The editor reads the decision of the other one next.
      if (error instanceof DomainError && error.code === 'DECIDED_MEANWHILE') await this.progress.catchUp();
      throw error;
    }
  }

  /**
   * Returns the organizations of students on the roster. Waits for the read models before it refuses, because a student may have just
   * joined.
   */
  private async organizationsOf(sessionId: string, userIds: readonly string[]): Promise<Organizations> {
    const found = await this.findStudents(sessionId, userIds);
    if (userIds.every((id) => found.has(id))) return found;
    await this.progress.catchUp();
    const arrived = await this.findStudents(sessionId, userIds);
    if (userIds.every((id) => arrived.has(id))) return arrived;
    throw refused('Cells', 'A student is not in this class any more. Reload the gradebook.');
  }

  private async findStudents(sessionId: string, userIds: readonly string[]): Promise<Organizations> {
    const { rows } = await this.pool.query<{ id: string; organization_id: string | null }>({
      name: 'students-to-decide-about',
      text: `select r.user_id as id, p.organization_id from read.rosters r left join read.people p on p.id = r.user_id
             where r.session_id = $1 and r.user_id = any ($2) and r.removed_at is null`,
      values: [sessionId, userIds],
    });
    return new Map(rows.map((row) => [row.id, row.organization_id]));
  }
}

function requireScored(scenario: Scenario | undefined): Scenario {
  if (!scenario) throw refused('Cells', 'A scenario is not in the catalogue of this class. Reload the gradebook.');
  if (scenario.gameMode === 'Sandbox')
    throw refused('Cells', `“${scenario.scenarioTitle}” is a sandbox without results.`);
  return scenario;
}

const factsOf = ({ campaignId, campaignType, scenarioType }: Scenario) => ({ campaignId, campaignType, scenarioType });

const refused = (field: string, message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, 400, { [field]: [message] });
