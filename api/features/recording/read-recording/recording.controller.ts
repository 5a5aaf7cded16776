import { Controller, Get, Headers, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CONFIG, type Config } from '../../../config.js';
import type { ClassSession, ClassSessionDetails } from '../../../contracts/group.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { ReadModelPositions } from '../../../platform/eventsourcing/projecting/read-model-positions.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { digestOf, SharedBodies } from '../../../platform/http/shared-bodies.js';
import { ClassCatalogueQuery } from '../../catalogue/class-catalogue.query.js';
import { CourseAccess } from '../../courses/course-access.policy.js';
import { RecordedStatesQuery } from '../../presence/recorded-states.query.js';
import { type RecordedClass, RECORDING_PROJECTIONS, RecordingQuery } from './recording.query.js';

/** Memory of a node for finished recordings: about ten of the largest classes, compressed. */
const MAX_BYTES = 32 * 2 ** 20;
const BROTLI_QUALITY = 3;

/** Route GET /api/sessions/{sessionId}/recording. `recording.contract.ts` describes the response. */
@Controller('sessions/:sessionId/recording')
@Roles(...STAFF)
export class RecordingController {
  private readonly bodies = new SharedBodies(MAX_BYTES, BROTLI_QUALITY);

  constructor(
    private readonly access: CourseAccess,
    private readonly catalogue: ClassCatalogueQuery,
    private readonly recordings: RecordingQuery,
    private readonly states: RecordedStatesQuery,
    private readonly positions: ReadModelPositions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  async read(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @CurrentActor() actor: Actor,
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept-encoding') acceptEncoding: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { course, session } = await this.access.classOfStaff(actor, sessionId);
    const recorded = { sessionId, courseId: course.courseId, catalogueId: this.config.catalogueId };
    const details = { ...session, groupName: course.name, accessCode: course.code };
    // The details are included, because a due time may not be recorded as an event yet.
    const version = `${await this.recordings.version(recorded)}.${digestOf(details)}`;
    // All staff of the class get the same text.
    await this.bodies.send(reply, { key: sessionId, version, known }, acceptEncoding, () =>
      this.textOf(recorded, details, session),
    );
  }

  private async textOf(recorded: RecordedClass, details: ClassSessionDetails, session: ClassSession): Promise<string> {
    const { sessionId } = recorded;
    // Read before everything else, so that the topic continues with all that the parts lack.
    const { sequence, generation } = await this.positions.read(RECORDING_PROJECTIONS);
    const [people, played] = await Promise.all([
      this.recordings.people(recorded),
      this.recordings.scenarioIds(sessionId),
    ]);
    const { editions, removed } = await this.catalogue.editionsDuring(session, played);
    const published = [...editions.flatMap(({ scenarios }) => scenarios), ...removed];
    const scenarios = [...new Set([...published.map(({ scenarioId }) => scenarioId), ...played])];
    const ids = { people: people.map(({ id }) => id), scenarios };
    const [steps, roster, attempts, regraded, { states, begun }, bookmarks] = await Promise.all([
      this.recordings.steps(recorded, sequence),
      this.recordings.roster(sessionId, ids, sequence),
      this.recordings.attempts(sessionId, ids, sequence),
      this.recordings.regraded(sessionId, sequence),
      this.states.read(sessionId, ids),
      this.recordings.bookmarks(sessionId, ids),
    ]);
    const head = JSON.stringify({
      session: details,
      generation,
      sequence,
      presenceSince: begun,
      scenarios,
      editions: editions.map(({ edition, scenarios: shown }) => ({ edition, scenarios: shown.map(withoutQuestions) })),
      removed: removed.map(withoutQuestions),
    });
    const persons = people.map(({ text }) => text).join(',');
    // The database returns the parts as JSON text: parsing and serializing 90,000 attempts would take longer than reading them.
    const parts = Object.entries({ people: persons, steps, roster, attempts, regraded, states, bookmarks });
    return `${head.slice(0, -1)},${parts.map(([name, text]) => `"${name}":[${text}]`).join(',')}}`;
  }
}

const withoutQuestions = <T extends { questions: unknown }>({ questions: _questions, ...scenario }: T) => scenario;
