import { Controller, Get, Param } from '@nestjs/common';
import { Id } from '../../../contracts/primitives.contract.js';
import type { RecordedFlight } from '../../../contracts/recorded-flight.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { notFound } from '../../../platform/domain-error.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { ClassReleasesQuery } from '../../scores/releases/class-releases.query.js';
import { RecordedFlightsQuery } from '../../scores/recorded-flights.query.js';

/** Route GET /api/sessions/{sessionId}/flights/{attemptId}. `recorded-flight.contract.ts` describes the response. */
@Controller('sessions/:sessionId/flights/:attemptId')
@Authenticated()
export class FlightsController {
  constructor(
    private readonly access: CourseAccess,
    private readonly releases: ClassReleasesQuery,
    private readonly flights: RecordedFlightsQuery,
    private readonly catalogue: ClassCatalogueQuery,
  ) {}

  @Get()
  async read(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('attemptId', { schema: Id }) attemptId: string,
    @CurrentActor() actor: Actor,
  ): Promise<RecordedFlight> {
    const { session, staff } = await this.access.classOfMember(actor, sessionId);
    const isReleased = staff || (await this.releases.findOne('debrief', session.id)) !== null;
    const found = isReleased ? await this.flights.find(session.id, attemptId) : undefined;
    if (!found || (!staff && found.userId !== actor.userId)) throw notFound('The flight');
    const titles = await this.catalogue.titles(session, [found.scenarioId]);
    return { ...found, scenarioTitle: titles.get(found.scenarioId) ?? '' };
  }
}
