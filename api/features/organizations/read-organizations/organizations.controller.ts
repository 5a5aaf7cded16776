import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  type Organization,
  OrganizationName,
  type OrganizationOrName,
} from '../../../contracts/organization.contract.js';
import { Id } from '../../../contracts/primitives.contract.js';
import { Authenticated, Roles } from '../../../platform/auth/access.decorator.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { notFound } from '../../../platform/domain-error.js';
import { Claims } from '../../../platform/eventsourcing/claims.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { CurrentActor } from '../../../platform/http/request-context.js';
import { OrganizationsQuery } from './organizations.query.js';

/** Routes that read organizations (docs/rules.md#visibility-of-organizations). */
@Controller('organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsQuery,
    private readonly claims: Claims,
    private readonly progress: Progress,
  ) {}

  /** Returns the list. The headers contain the total and the position from which the live topic `organizations` continues. */
  @Get()
  @Roles('SystemAdmin')
  async list(@Res({ passthrough: true }) reply: FastifyReply): Promise<Organization[]> {
    const { sequence, generation, total, organizations } = await this.organizations.list();
    void reply
      .header('x-total-count', String(total))
      .header('x-live-sequence', String(sequence))
      .header('x-live-generation', String(generation));
    return organizations;
  }

  /** Returns an empty string when no organization has the name. */
  @Get('names/:name')
  @Roles('SystemAdmin')
  async byName(
    @Param('name', { schema: OrganizationName }) name: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Organization | string> {
    const id = await this.claims.ownerOf('organization', name);
    const found = id === null ? null : ((await this.organizations.find(id)) ?? (await this.findLater(id)));
    void reply.type('application/json');
    return found ?? '""';
  }

  /** Returns all fields to system admins and admins of the organization, and the name to its other members. */
  @Get(':id')
  @Authenticated()
  async one(@Param('id', { schema: Id }) id: string, @CurrentActor() actor: Actor): Promise<OrganizationOrName> {
    const isSystemAdmin = actor.roles.includes('SystemAdmin');
    const found = isSystemAdmin || actor.organizationId === id ? await this.organizations.find(id) : null;
    if (!found) throw notFound('The organization');
    return isSystemAdmin || actor.roles.includes('OrganizationAdmin') ? found : { id, name: found.name };
  }

  /** Waits for the read model, which may lag behind, because the name is claimed. */
  private async findLater(id: string): Promise<Organization | null> {
    await this.progress.catchUp();
    return this.organizations.find(id);
  }
}
