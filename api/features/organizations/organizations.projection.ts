import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { OrganizationEvent } from './organization.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** The list of organizations changed; the id is `all`. */
    organizations: string;
  }
}

const TABLE = 'organizations_v3';

/** Projection of the current organizations. */
export const organizationsProjection: Projection<OrganizationEvent> = {
  name: 'organizations',
  version: 3,
  handles: [
    'OrganizationCreated',
    'OrganizationMarkedPaid',
    'OrganizationMarkedUnpaid',
    'OrganizationUserLimitChanged',
    'OrganizationRecordingChanged',
    'OrganizationDeleted',
  ],
  tables: [TABLE],
  schema: `
    create table ${TABLE} (
      id uuid primary key,
      name text not null,
      created_at timestamptz not null,
      is_paid boolean not null,
      user_limit integer not null,
      records_classes boolean not null,
      deleted boolean not null,
      sequence bigint not null
    )`,
  async apply(client, events) {
    for (const event of events) await applyOne(client, event);
    return [{ topic: 'organizations', id: 'all' }];
  },
};

/** Applies one event; safe to repeat. Batching is not worthwhile, because organizations change a few times a year. */
async function applyOne(client: ProjectionClient, { sequence, ...event }: ProjectedEvent<OrganizationEvent>) {
  switch (event.type) {
    case 'OrganizationCreated': {
      const { organizationId, name, createdAt, userLimit } = event.data;
      await client.query(
        `insert into ${TABLE} (id, name, created_at, is_paid, user_limit, records_classes, deleted, sequence)
         values ($1, $2, $3, false, $4, true, false, $5) on conflict (id) do nothing`,
        [organizationId, name, createdAt, userLimit, sequence],
      );
      return;
    }
    case 'OrganizationMarkedPaid':
    case 'OrganizationMarkedUnpaid':
      await client.query(`update ${TABLE} set is_paid = $2, sequence = $3 where id = $1 and sequence < $3`, [
        event.data.organizationId,
        event.type === 'OrganizationMarkedPaid',
        sequence,
      ]);
      return;
    case 'OrganizationUserLimitChanged':
      await client.query(`update ${TABLE} set user_limit = $2, sequence = $3 where id = $1 and sequence < $3`, [
        event.data.organizationId,
        event.data.userLimit,
        sequence,
      ]);
      return;
    case 'OrganizationRecordingChanged':
      await client.query(`update ${TABLE} set records_classes = $2, sequence = $3 where id = $1 and sequence < $3`, [
        event.data.organizationId,
        event.data.recordsClasses,
        sequence,
      ]);
      return;
    case 'OrganizationDeleted':
      await client.query(`update ${TABLE} set deleted = true, sequence = $2 where id = $1 and sequence < $2`, [
        event.data.organizationId,
        sequence,
      ]);
      return;
    default:
      event satisfies never;
  }
}
