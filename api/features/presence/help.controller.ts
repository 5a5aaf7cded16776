import { Body, Controller, HttpCode, Param, Put } from '@nestjs/common';
import { AnswerHelpRequest } from '../../contracts/presence.contract.js';
import { Id } from '../../contracts/primitives.contract.js';
import { Roles, STAFF } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { CurrentActor } from '../../platform/http/request-context.js';
import { LiveHub } from '../../platform/live/live-hub.js';
import { CourseAccess } from '../courses/course-access.policy.js';
import { HelpRequests } from './help-requests.js';

/** Route PUT /api/sessions/{sessionId}/help/{userId}: staff of the course answers a student's help request. */
@Controller('sessions/:sessionId/help')
@Roles(...STAFF)
export class HelpController {
  constructor(
    private readonly access: CourseAccess,
    private readonly requests: HelpRequests,
    private readonly hub: LiveHub,
  ) {}

  @Put(':userId')
  @HttpCode(204)
  async answer(
    @Param('sessionId', { schema: Id }) sessionId: string,
    @Param('userId', { schema: Id }) userId: string,
    @Body({ schema: AnswerHelpRequest }) { helpId, status }: AnswerHelpRequest,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    await this.access.classOfStaff(actor, sessionId);
    if (status === 'resolved') await this.requests.resolve(sessionId, userId, helpId);
    else await this.requests.answer(sessionId, userId, helpId, actor.userId);
    // Publishes the change to watchers on this node; other nodes read it within two seconds.
    for (const topic of ['help', 'presence'] as const) this.hub.changed(topic, sessionId);
  }
}
