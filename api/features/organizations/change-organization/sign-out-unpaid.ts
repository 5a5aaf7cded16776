import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../../platform/database/pool.js';
import { RefreshFamilies } from '../../../platform/auth/refresh-families.js';
import { Progress } from '../../../platform/eventsourcing/projecting/progress.js';
import { ReactorRegistry } from '../../../platform/eventsourcing/projecting/reactor-registry.js';
import type { Reactor } from '../../../platform/eventsourcing/projecting/reactor.js';
import type { OrganizationEvent } from '../organization.events.js';

type Unpaid = Extract<OrganizationEvent, { type: 'OrganizationMarkedUnpaid' }>;

/**
 * Ends the sign-ins of an organization that has stopped paying (decisions X5); being refused everything, its people could
 * do nothing with them, but paying again must not bring them back. System admins stay, so that nobody locks out the platform.
 */
@Injectable()
export class SignOutUnpaid {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly families: RefreshFamilies,
    private readonly progress: Progress,
    reactors: ReactorRegistry,
  ) {
    const reactor: Reactor<Unpaid> = {
      name: 'sign-out-unpaid',
      handles: ['OrganizationMarkedUnpaid'],
      react: ({ data, recordedAt }) => this.signOut(data.organizationId, new Date(recordedAt)),
    };
    reactors.register(reactor);
  }

  private async signOut(organizationId: string, moment: Date): Promise<void> {
    await this.progress.catchUp();
    const { rows } = await this.pool.query<{ id: string }>(
      "select id from read.people where organization_id = $1 and role <> 'SystemAdmin'",
      [organizationId],
    );
    const userIds = rows.map(({ id }) => id);
    await this.families.endAllOf(userIds, 'organization-unpaid', moment);
  }
}
