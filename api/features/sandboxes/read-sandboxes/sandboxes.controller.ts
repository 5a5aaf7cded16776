import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Id } from '../../../contracts/primitives.contract.js';
import { type Sandbox, SandboxFileQuery } from '../../../contracts/sandbox.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { notFound } from '../../../platform/domain-error.js';
import { attachment } from '../../../platform/downloads/attachment.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { ChangeSandbox, ChangeSandboxHandler } from '../change-sandbox/change-sandbox.handlers.js';
import { SandboxAccess } from '../sandbox-access.policy.js';
import { SandboxContents } from '../sandbox-contents.js';
import { SandboxesQuery } from './sandboxes.query.js';

/** Routes that read sandboxes (docs/rules.md#sandboxes). */
@Controller('sandboxes')
@Authenticated()
export class SandboxesController {
  constructor(
    private readonly sandboxes: SandboxesQuery,
    private readonly access: SandboxAccess,
    private readonly contents: SandboxContents,
    private readonly changeSandbox: ChangeSandboxHandler,
  ) {}

  @Get()
  async list(@CurrentActor() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply): Promise<Sandbox[]> {
    const { total, sandboxes } = await this.sandboxes.list(actor);
    void reply.header('x-total-count', String(total));
    return sandboxes;
  }

  /** Returns a {@link SandboxFile}. The game sends `open=true`, which counts as an access; other requests download the file. */
  @Get(':id/json')
  async file(
    @Param('id', { schema: Id }) id: string,
    @Query({ schema: SandboxFileQuery }) { open }: SandboxFileQuery,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { title, version, content_hash } = await this.access.toRead(actor, id);
    const data = await this.contents.read(id, content_hash);
    if (data === undefined) throw notFound('The sandbox');
    if (open === 'true')
      context.recordPosition(await this.changeSandbox.execute(new ChangeSandbox(id, 'Open', context)));
    else void reply.header('content-disposition', attachment(`${title} ${id}.json`));
    // The content is stored as JSON text of up to half a megabyte, so it is not parsed.
    const file = `${JSON.stringify({ id, title, version }).slice(0, -1)},"data":${data}}`;
    void reply.type('application/json').send(file);
  }
}
