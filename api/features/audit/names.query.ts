import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '../../platform/database/pool.js';
import { ERASED } from '../../platform/eventsourcing/personal-data.js';

/** Names by kind and id, such as `user 0198…`; erased people have none. */
export type Names = ReadonlyMap<string, string>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Query of the current names of people, organizations and courses. */
@Injectable()
export class NamesQuery {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async load(ids: readonly string[]): Promise<Names> {
    const { rows } = await this.pool.query<{ key: string; name: string }>({
      name: 'audit-names',
      text: `select 'user ' || id as key, username as name from read.people where id = any ($1::uuid[])
             union all select 'organization ' || id, name from read.organizations where id = any ($1::uuid[])
             union all select 'course ' || course_id, name from read.courses where course_id = any ($1::uuid[])`,
      values: [ids.filter((id) => UUID.test(id))],
    });
    return new Map(rows.filter(({ name }) => name !== ERASED).map(({ key, name }) => [key, name]));
  }
}
