import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AuditState, AuditStateQuery } from '../../../contracts/audit.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import type { RecordedEvent } from '../../../platform/eventsourcing/message.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { type OrganizationEvent, organizationStream } from '../../organizations/organization.events.js';
import { type UserEvent, userStream } from '../../people/user.events.js';
import { AuditScope } from '../audit-scope.js';
import { organizationThen, userThen } from './state-as-of.js';

/**
 * Route GET /api/audit/state (docs/rules.md#audit): folds a stream up to a time of recording, which is the database's clock
 * and grows along a stream. Read models do not keep earlier states.
 */
@Controller('audit/state')
@Roles('SystemAdmin', 'OrganizationAdmin')
export class AuditStateController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly scope: AuditScope,
  ) {}

  @Get()
  async read(
    @Query({ schema: AuditStateQuery }) { targetType, targetId, at }: AuditStateQuery,
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const scope = await this.scope.of(actor, targetType, targetId);
    const moment = new Date(at);
    const state = targetType === 'user' ? await this.user(targetId, moment) : await this.organization(targetId, moment);
    const isForeign = scope !== null && state?.targetType === 'user' && state.organizationId !== scope;
    // By hand, because Nest sends nothing at all for null.
    void reply.type('application/json').send(JSON.stringify(isForeign ? null : state));
  }

  private async user(userId: string, at: Date): Promise<AuditState> {
    const user = userThen(until(await this.store.readStream(userStream(userId)), at) as unknown as UserEvent[]);
    if (!user) return null;
    const { organizationId } = user;
    return { targetType: 'user', ...user, organizationName: organizationId && (await this.nameOf(organizationId)) };
  }

  private async organization(organizationId: string, at: Date): Promise<AuditState> {
    const past = until(await this.store.readStream(organizationStream(organizationId)), at);
    const organization = organizationThen(past as unknown as OrganizationEvent[]);
    return organization && { targetType: 'organization', ...organization };
  }

  /** The name it was created with: organizations keep theirs. */
  private async nameOf(organizationId: string): Promise<string | null> {
    const [created] = await this.store.readParts([{ stream: organizationStream(organizationId), from: 0, to: 0 }]);
    return (created as unknown as OrganizationEvent | undefined)?.type === 'OrganizationCreated'
      ? (created!.data as { name: string }).name
      : null;
  }
}

const until = (events: readonly RecordedEvent[], at: Date): readonly RecordedEvent[] =>
  events.filter(({ recordedAt }) => new Date(recordedAt) <= at);
