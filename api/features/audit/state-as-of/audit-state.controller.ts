import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AuditState, AuditStateQuery } from '../../../contracts/audit.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { EVENT_STORE, type EventStore } from '../../../platform/eventsourcing/event-store.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { organizationAt } from '../../organizations/organization-by-stream.query.js';
import { userAt } from '../../people/user-by-stream.query.js';
import { AuditScope } from '../audit-scope.policy.js';

/**
 * Route GET /api/audit/state (docs/rules.md#audit): folds a stream up to a time of recording. These times come from the database's clock
 * and increase along a stream. Read models do not keep earlier states.
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
    // Serialized here, because Nest sends an empty body for null.
    void reply.type('application/json').send(JSON.stringify(isForeign ? null : state));
  }

  private async user(userId: string, at: Date): Promise<AuditState> {
    const user = await userAt(this.store, userId, at);
    if (!user || user.status === 'deleted') return null;
    const { role, status, organizationId } = user;
    const organization = organizationId && (await organizationAt(this.store, organizationId, at));
    const organizationName = organization ? organization.name : null;
    return { targetType: 'user', role, enabled: status === 'enabled', organizationId, organizationName };
  }

  private async organization(organizationId: string, at: Date): Promise<AuditState> {
    const organization = await organizationAt(this.store, organizationId, at);
    if (!organization || organization.status === 'deleted') return null;
    const { name, status, userLimit } = organization;
    return { targetType: 'organization', name, isPaid: status === 'paid', userLimit };
  }
}
