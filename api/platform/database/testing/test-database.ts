import { randomUUID } from 'node:crypto';
import { DATABASE, ensureDatabase, withClient } from '../postgres-roles.js';
import type { PostgresUrls } from '../postgres-run.js';
import { testCluster } from './test-cluster.js';

/** A migrated database of one spec's own. */
export interface TestDatabase extends PostgresUrls {
  /** Cuts every connection to it and removes it. */
  drop(): Promise<void>;
}

/** Copies the migrated template: a few tens of milliseconds instead of a migration. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = await testCluster();
  const maintenanceUrl = withDatabase(cluster.superuserUrl, 'postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(maintenanceUrl, (client) => ensureDatabase(client, name, DATABASE));
  return {
    superuserUrl: withDatabase(cluster.superuserUrl, name),
    adminUrl: withDatabase(cluster.adminUrl, name),
    appUrl: withDatabase(cluster.appUrl, name),
    drop: async () => {
      await withClient(maintenanceUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
