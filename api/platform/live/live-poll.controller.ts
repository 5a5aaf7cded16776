import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_POLL_WAIT_MS, type PollReply, PollRequest } from '../../contracts/live.contract.js';
import { Authenticated } from '../auth/access.decorator.js';
import type { Actor } from '../auth/actor.js';
import { networkOf } from '../client-network.js';
import { Limits } from '../http/limits.decorator.js';
import { CurrentActor } from '../http/request-context.js';
import { LivePolls } from './live-polls.js';

const LIMITS = { bodyLimit: 16_384, deadlineMs: MAX_POLL_WAIT_MS + 8_000, isHeldOpen: true } as const;

/** POST /api/live/poll: live topics for clients that cannot use WebSockets. `PollRequest` documents the protocol. */
@Controller('live/poll')
@Authenticated()
export class LivePollController {
  constructor(private readonly polls: LivePolls) {}

  @Post()
  @HttpCode(200)
  @Limits(LIMITS)
  poll(
    @Body({ schema: PollRequest }) body: PollRequest,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PollReply> {
    const disconnected = new AbortController();
    if (reply.raw.destroyed) disconnected.abort();
    reply.raw.once('close', () => disconnected.abort());
    return this.polls.poll(body, { actor, network: networkOf(request.ip), disconnected: disconnected.signal });
  }
}
