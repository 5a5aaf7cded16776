import { Injectable } from '@nestjs/common';
import type { GradingSettings } from '../../../contracts/grading.contract.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { CommandContext } from '../../../platform/eventsourcing/command-handling.js';
import { Commands } from '../../../platform/eventsourcing/commands.js';
import type { AppendResult } from '../../../platform/eventsourcing/event-store.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { gradesStream } from '../grades.stream.js';

/** Checks the grading settings of a course against the catalogue, and records them. */
@Injectable()
export class ChangeGradingHandler {
  constructor(
    private readonly commands: Commands,
    private readonly catalogue: ClassCatalogueQuery,
  ) {}

  async execute(
    courseId: string,
    grading: GradingSettings,
    context: CommandContext,
  ): Promise<AppendResult | undefined> {
    await this.check(grading);
    const command = { kind: 'change-grading', courseId, grading, now: context.metadata.occurredAt } as const;
    return (await this.commands.handle(gradesStream.of(courseId), command, context)).appended;
  }

  /** @throws DomainError 400 for weights of unknown scenarios or campaigns, and when nothing has a weight */
  async check({ weights }: GradingSettings): Promise<void> {
    if (weights === null) return;
    const { by, values } = weights;
    const scenarios = await this.catalogue.allScenarios(null);
    const ids = new Set(scenarios.map((each) => (by === 'Scenario' ? each.scenarioId : each.campaignId)));
    const unknown = Object.keys(values).find((id) => !ids.has(id));
    if (unknown !== undefined) {
      throw refused(`A weight is for a ${by.toLowerCase()} that is not in the catalogue. Reload the page.`);
    }
    if ([...ids].every((id) => values[id] === 0)) throw refused('At least one weight must be greater than 0.');
  }
}

const refused = (message: string): DomainError =>
  new DomainError('VALIDATION_FAILED', message, 400, { Weights: [message] });
