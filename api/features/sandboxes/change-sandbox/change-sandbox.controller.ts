import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { Id } from '../../../contracts/primitives.contract.js';
import { CreateSandboxRequest, type Sandbox, SaveSandboxRequest } from '../../../contracts/sandbox.contract.js';
import { Authenticated } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { notFound } from '../../../platform/domain-error.js';
import { Limits } from '../../../platform/http/limits.decorator.js';
import { Context, CurrentActor, RequestContext } from '../../../platform/http/request-context.js';
import { SandboxAccess } from '../sandbox-access.policy.js';
import { SandboxByStream } from '../sandbox-by-stream.query.js';
import { contentOf } from '../sandbox-contents.js';
import { toSandbox } from '../to-sandbox.js';
import { ChangeSandbox, ChangeSandboxHandler, SaveSandbox, SaveSandboxHandler } from './change-sandbox.handlers.js';
import { CreateSandboxHandler } from './create-sandbox.handler.js';
import { CreateSandbox } from './sandbox.commands.js';

/** Fits the largest content, even when it contains needlessly escaped characters. */
const LIMITS = { bodyLimit: 1_024 * 1_024 };

/** Routes that create, save and delete sandboxes (docs/rules.md#sandboxes). */
@Controller('sandboxes')
@Authenticated()
export class ChangeSandboxController {
  constructor(
    private readonly access: SandboxAccess,
    private readonly sandboxes: SandboxByStream,
    private readonly createSandbox: CreateSandboxHandler,
    private readonly saveSandbox: SaveSandboxHandler,
    private readonly changeSandbox: ChangeSandboxHandler,
  ) {}

  @Post()
  @Limits(LIMITS)
  async create(
    @Body({ schema: CreateSandboxRequest }) { title, data }: CreateSandboxRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<Sandbox> {
    const draft = { title, content: contentOf(data) };
    context.recordPosition(await this.createSandbox.execute(new CreateSandbox(draft, actor, context)));
    return this.asItIs(context.commandId, actor);
  }

  @Put(':id')
  @Limits(LIMITS)
  async save(
    @Param('id', { schema: Id }) id: string,
    @Body({ schema: SaveSandboxRequest }) { title, data, version }: SaveSandboxRequest,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<Sandbox> {
    const { owner_id: ownerId } = await this.access.toSave(actor, id);
    const draft = { title, content: contentOf(data) };
    context.recordPosition(await this.saveSandbox.execute(new SaveSandbox({ id, ownerId, version }, draft, context)));
    return this.asItIs(id, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    await this.access.toDelete(actor, id);
    context.recordPosition(await this.changeSandbox.execute(new ChangeSandbox(id, 'Delete', context)));
  }

  /** Returns a sandbox of the caller. */
  private async asItIs(id: string, actor: Actor): Promise<Sandbox> {
    const row = await this.sandboxes.find(id);
    if (!row || row.deleted) throw notFound('The sandbox');
    return toSandbox({ ...row, organization_id: actor.organizationId }, actor.username);
  }
}
