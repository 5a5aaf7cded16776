import { Controller, Delete, Get, HttpCode, Param, Res, SerializeOptions } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { SignInSession } from '../../../../contracts/own-account.contract.js';
import { Id, toMoment } from '../../../../contracts/primitives.contract.js';
import { Authenticated } from '../../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../../platform/auth/actor.js';
import { RefreshFamilies } from '../../../../platform/auth/refresh-families.js';
import { clearTokenCookies } from '../../../../platform/auth/token-cookies.js';
import { Context, CurrentActor, RequestContext } from '../../../../platform/http/request-context.js';
import { EndUserSessions } from '../../../people/user-administration/change-user/change-user.commands.js';
import { EndOwnSession, EndOwnSessionHandler } from './end-own-session.handler.js';

/** The caller's sign-in sessions. */
@Controller('account/sessions')
@Authenticated()
export class OwnSessionsController {
  constructor(
    private readonly families: RefreshFamilies,
    private readonly endOwnSession: EndOwnSessionHandler,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @SerializeOptions({ schema: SignInSession })
  async list(@CurrentActor() { userId, familyId }: Actor): Promise<SignInSession[]> {
    const sessions = await this.families.aliveOf(userId);
    return sessions.map(({ familyId: id, device, address, startedAt, lastSeenAt }) => ({
      id,
      device: device ?? 'Unknown device',
      address,
      startedAt: toMoment(startedAt),
      lastSeenAt: toMoment(lastSeenAt),
      current: id === familyId,
    }));
  }

  @Delete(':id')
  @HttpCode(204)
  async end(
    @Param('id', { schema: Id }) id: string,
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
  ): Promise<void> {
    await this.endOwnSession.execute(new EndOwnSession(actor.userId, id, context));
  }

  /** Ends the caller's own session, too. */
  @Delete()
  @HttpCode(204)
  async endAll(
    @CurrentActor() actor: Actor,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    context.recordPosition(await this.commands.execute(new EndUserSessions(actor, actor.userId, context)));
    clearTokenCookies(reply);
  }
}
