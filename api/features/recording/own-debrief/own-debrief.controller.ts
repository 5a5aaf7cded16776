import { Controller, Get, Param } from '@nestjs/common';
import { MIN_STUDENTS_OF_MEDIAN } from '../../../contracts/class-progress.rule.js';
import type { OwnDebrief } from '../../../contracts/own-debrief.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { notFound } from '../../../platform/domain-error.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { RecordedStatesQuery } from '../../presence/recorded-states.query.js';
import { OwnResultsQuery } from '../../scores/own-results/own-results.query.js';
import { ClassReleasesQuery } from '../../scores/releases/class-releases.query.js';
import { StoredProgress } from '../earlier-classes/stored-progress.js';

/** Route GET /api/users/me/debrief/{sessionId}: how the class went for the caller, while the instructor has released it. */
@Controller('users/me/debrief/:sessionId')
@Authenticated()
export class OwnDebriefController {
  constructor(
    private readonly access: CourseAccess,
    private readonly releases: ClassReleasesQuery,
    private readonly results: OwnResultsQuery,
    private readonly states: RecordedStatesQuery,
    private readonly progress: StoredProgress,
    private readonly catalogue: ClassCatalogueQuery,
  ) {}

  @Get()
  async read(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @CurrentActor() { userId, ...actor }: Actor,
  ): Promise<OwnDebrief> {
    const { course, session, staff } = await this.access.classOfMember({ userId, ...actor }, sessionId);
    const releasedAt = await this.releases.findOne('debrief', session.id);
    if (staff || course.deleted || releasedAt === null) throw notFound('The debrief');
    const [[results], { states, begun }, progress] = await Promise.all([
      this.results.ofClasses(userId, [session.id]),
      this.states.ofStudent(session.id, userId),
      this.progress.ofClass(session.id),
    ]);
    const seen = new Set([
      ...states.flatMap(([, , , scenarioId]) => scenarioId ?? []),
      ...results!.scenarios.map(({ scenarioId }) => scenarioId),
    ]);
    const scenarios = (await this.catalogue.allScenarios(session)).filter(({ scenarioId }) => seen.has(scenarioId));
    return {
      releasedAt,
      results: results!,
      scenarios: scenarios.map(({ scenarioId, scenarioTitle, scenarioType }) => ({
        scenarioId,
        scenarioTitle,
        scenarioType,
      })),
      presenceSince: begun,
      states,
      median:
        progress && progress.students >= MIN_STUDENTS_OF_MEDIAN
          ? medianOf(progress.steps.map(([minute, , median]) => [minute, median]))
          : null,
    };
  }
}

/** Returns the steps at which the median changes. The other steps would show when the quartiles changed. */
const medianOf = (steps: readonly [minute: number, median: number][]): [number, number][] =>
  steps.filter(([, median], place) => median !== (steps[place - 1]?.[1] ?? 0));
