import { Controller, Get, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import type { AccessCode } from '../../../contracts/access-code.contract.js';
import { toMoment } from '../../../contracts/primitives.contract.js';
import { Roles } from '../../../platform/auth/access.decorator.js';
import { POOL } from '../../../platform/database/pool.js';
import { shownForm } from '../code-text.rule.js';

interface AccessCodeRow {
  id: string;
  code: string;
  generated_at: Date;
  organization_id: string | null;
  organization_deleted: boolean;
  organization_name: string | null;
  users: number;
}

/** A deleted organization is not listed, but its codes cannot be assigned again. */
const SELECT_ACCESS_CODES = `
  select c.id, c.code, c.generated_at, o.id as organization_id, o.name as organization_name,
    c.organization_id is not null and o.id is null as organization_deleted,
    (select count(*)::integer from read.people p where p.access_code_id = c.id and not p.deleted) as users
  from read.access_codes c left join read.organizations o on o.id = c.organization_id and not o.deleted
  where not c.deleted order by c.generated_at desc, c.id desc limit 1000`;

/** Route GET /api/users/accessCodes, newest first (docs/rules.md#access-codes). */
@Controller('users/accessCodes')
@Roles('SystemAdmin')
export class AccessCodesController {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  @Get()
  async list(): Promise<AccessCode[]> {
    const { rows } = await this.pool.query<AccessCodeRow>({ name: 'access-codes', text: SELECT_ACCESS_CODES });
    return rows.map((row) => ({
      id: row.id,
      code: shownForm(row.code),
      assignedOrganization:
        row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name! },
      organizationDeleted: row.organization_deleted,
      dateGenerated: toMoment(row.generated_at),
      numberOfUsersAssigned: row.users,
    }));
  }
}
