import { Inject, Injectable } from '@nestjs/common';
import { USER_CSV_COLUMNS } from '../../contracts/user-import.contract.js';
import { CSV_START, type CsvCell, csvLines } from '../../platform/csv/csv.js';
import { type Reads, REPLICA_READS } from '../../platform/database/reads.js';
import type { UserScope } from '../people/user.policy.js';

@Injectable()
export class ExportUsers {
  constructor(@Inject(REPLICA_READS) private readonly reads: Reads) {}

  /** Returns the users in scope as a CSV file that the import reads, in natural order of usernames. */
  async csv(scope: Exclude<UserScope, { kind: 'none' }>): Promise<string> {
    const { rows } = await this.reads.query<Record<(typeof USER_CSV_COLUMNS)[number], CsvCell>>(
      `select p.username, p.email, p.first_name as "firstName", p.last_name as "lastName", p.rank_title as "rankTitle",
         p.role, coalesce(o.name, '') as organization, p.enabled
       from read.people p left join read.organizations o on o.id = p.organization_id
       where not p.deleted and ($1 or p.organization_id = $2)
       order by plain.natural_order(p.username), p.id`,
      [scope.kind === 'all', scope.kind === 'organization' ? scope.organizationId : null],
    );
    return CSV_START + csvLines([USER_CSV_COLUMNS, ...rows.map((row) => USER_CSV_COLUMNS.map((name) => row[name]))]);
  }
}
