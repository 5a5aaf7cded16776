import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ClassSession, ClassSessionDetails } from '../../contracts/group.contract.js';
import { Id } from '../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { CurrentActor } from '../../platform/http/request-context.js';
import { digestOf, SharedBodies } from '../../platform/http/shared-bodies.js';
import type { Catalogue } from '../catalogue/catalogue.query.js';
import { ClassCatalogueQuery } from '../catalogue/class-catalogue.query.js';
import { CourseAccess } from '../courses/course-access.policy.js';
import { GradebookQuery } from './gradebook.query.js';

/** Part of the ETag, so that no page gets a text that a browser kept from before the format changed. */
const FORMAT = 'columns';

/** Memory of a node for finished gradebooks: about a hundred of 500 students and 60 scenarios, compressed. */
const MAX_BYTES = 32 * 2 ** 20;

/** Route GET /api/sessions/{sessionId}/gradebook, the page's first load. `gradebook.contract.ts` describes the response. */
@Controller('sessions/:sessionId/gradebook')
@Roles(...STAFF)
export class GradebookController {
  private readonly bodies = new SharedBodies(MAX_BYTES);

  constructor(
    private readonly access: CourseAccess,
    private readonly catalogue: ClassCatalogueQuery,
    private readonly gradebook: GradebookQuery,
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
    const edition = await this.catalogue.storedEdition(session);
    const details = { ...session, groupName: course.name, accessCode: course.code };
    // Contains everything that the response is built from. Results in scenarios that an edition lacks are new rows, which change the
    // version of the gradebook. The details are included, because a due time may not be recorded as an event yet.
    const version = `${FORMAT}.${await this.gradebook.version(sessionId)}.${edition.edition}.${digestOf(details)}`;
    // All staff of the class get the same text.
    await this.bodies.send(reply, { key: sessionId, version, known }, acceptEncoding, () =>
      this.textOf(details, session, edition),
    );
  }

  /** Reads again after a publication, so that the columns are those at the sequence of the rows. */
  private async textOf(details: ClassSessionDetails, session: ClassSession, edition: Catalogue): Promise<string> {
    const [{ generation, content }, scenarios] = await Promise.all([
      this.gradebook.read(session.id),
      this.catalogue.scenarios(session, edition),
    ]);
    const newest = await this.catalogue.storedEdition(session);
    if (newest.edition !== edition.edition) return this.textOf(details, session, newest);
    const head = JSON.stringify({
      session: details,
      scenarios: scenarios
        .filter(({ gameMode }) => gameMode !== 'Sandbox')
        .map(({ questions: _questions, ...scenario }) => scenario),
      generation,
    });
    return `${head.slice(0, -1)},${content.slice(1)}`;
  }
}
