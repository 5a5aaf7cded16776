import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Id } from '../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { CurrentActor } from '../../platform/http/request-context.js';
import { ClassCatalogueQuery } from '../catalogue/class-catalogue.query.js';
import { CourseAccess } from '../courses/course-access.policy.js';
import { GradebookQuery } from './gradebook.query.js';

/** Route GET /api/sessions/{sessionId}/gradebook, the page's first load. `gradebook.contract.ts` describes the response. */
@Controller('sessions/:sessionId/gradebook')
@Roles(...STAFF)
export class GradebookController {
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
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { course, session } = await this.access.classOfStaff(actor, sessionId);
    const edition = await this.catalogue.edition(session);
    // The tag includes the end, because a due end may not be recorded as an event yet. Results in scenarios that an edition
    // lacks are new rows, which change the version. The tag is weak, because compressed and plain responses share it.
    const etag = `W/"${await this.gradebook.version(sessionId)}.${edition.edition}.${session.endDate ?? ''}"`;
    void reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (known === etag) return void reply.code(304).send();
    const [{ sequence, generation, content }, scenarios] = await Promise.all([
      this.gradebook.read(sessionId),
      this.catalogue.scenarios(session, edition),
    ]);
    const head = JSON.stringify({
      session: { ...session, groupName: course.name, accessCode: course.code },
      scenarios: scenarios
        .filter(({ gameMode }) => gameMode !== 'Sandbox')
        .map(({ questions: _questions, ...scenario }) => scenario),
      generation,
      sequence,
    });
    // The database returns the content as JSON text: parsing and serializing 30,000 cells would take longer than reading
    // them.
    void reply.type('application/json').send(`${head.slice(0, -1)},${content}}`);
  }
}
