import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { STAFF } from '../../platform/auth/access.decorator.js';
import type { Actor } from '../../platform/auth/actor.js';
import { POOL } from '../../platform/database/pool.js';
import { DomainError, notFound } from '../../platform/domain-error.js';
import { SandboxByStream } from './sandbox-by-stream.query.js';
import type { SandboxRow } from './sandbox-row.js';
import { OWNERS_ORGANIZATION } from './owners-organization.js';

/**
 * Checks the rights of a caller to a sandbox. A sandbox that the caller is not allowed to read is reported as not found
 * (docs/rules.md#sandboxes).
 */
@Injectable()
export class SandboxAccess {
  constructor(
    private readonly sandboxes: SandboxByStream,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** Returns a sandbox that the caller may read: its owner, staff of the owner's organization, and system admins. */
  async toRead(actor: Actor, id: string): Promise<SandboxRow> {
    const row = await this.sandboxes.find(id);
    if (!row || row.deleted || !(await this.mayRead(actor, row))) throw notFound('The sandbox');
    return row;
  }

  /** Returns a sandbox that the caller may save: only its owner. */
  async toSave(actor: Actor, id: string): Promise<SandboxRow> {
    const row = await this.toRead(actor, id);
    if (row.owner_id !== actor.userId) throw forbidden('Only the owner can save this sandbox. Save it as a new one.');
    return row;
  }

  /** Checks that the caller may delete the sandbox: its owner and system admins, also when it is deleted already. */
  async toDelete(actor: Actor, id: string): Promise<void> {
    const row = await this.sandboxes.find(id);
    if (row && (row.owner_id === actor.userId || isSystemAdmin(actor))) return;
    await this.toRead(actor, id);
    throw forbidden('Only the owner and system admins can delete this sandbox.');
  }

  private async mayRead(actor: Actor, row: SandboxRow): Promise<boolean> {
    if (row.owner_id === actor.userId || isSystemAdmin(actor)) return true;
    if (actor.organizationId === null || !STAFF.some((role) => actor.roles.includes(role))) return false;
    const { rows } = await this.pool.query<{ organization: string | null }>(
      `select ${OWNERS_ORGANIZATION} as organization from (values ($1::uuid, $2::uuid)) as s (owner_id, organization_id)
       left join read.people p on p.id = s.owner_id`,
      [row.owner_id, row.organization_id],
    );
    return rows[0]?.organization === actor.organizationId;
  }
}

const isSystemAdmin = ({ roles }: Actor): boolean => roles.includes('SystemAdmin');

const forbidden = (text: string): DomainError => new DomainError('FORBIDDEN', text, 403);
