import { projections } from '../app.module.js';
import { withClient } from '../platform/database/postgres-roles.js';

/** Returns the number of rows of every read model, and a checksum that does not depend on their order. */
export const readModelChecksums = (url: string): Promise<Record<string, string>> =>
  withClient(url, async (client) => {
    const sums: Record<string, string> = {};
    for (const table of projections.flatMap((projection) => projection.tables)) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 1)::numeric), 0) as sum from read.${table} t`,
      );
      sums[table] = rows[0]!.sum;
    }
    return sums;
  });
