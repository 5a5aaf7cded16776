import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { AccessCodeEvent } from './access-code.events.js';

const TABLE = 'access_codes_v1';

/** Projection of access codes. */
export const accessCodesProjection: Projection<AccessCodeEvent> = {
  name: 'access-codes',
  version: 1,
  handles: ['AccessCodeGenerated', 'AccessCodeAssigned', 'AccessCodeDeleted'],
  tables: [TABLE],
  schema: `
    create table ${TABLE} (
      id uuid primary key,
      code text not null,
      organization_id uuid,
      generated_at timestamptz not null,
      deleted boolean not null
    )`,
  async apply(client, events) {
    for (const event of events) await applyOne(client, event);
    return [];
  },
};

/** Applies one event; only a few codes change in a year. A deleted code keeps its row, so that a repeated batch does not restore it. */
async function applyOne(client: ProjectionClient, event: ProjectedEvent<AccessCodeEvent>): Promise<void> {
  switch (event.type) {
    case 'AccessCodeGenerated': {
      const { accessCodeId, code, generatedAt } = event.data;
      await client.query(
        `insert into ${TABLE} (id, code, generated_at, deleted) values ($1, $2, $3, false) on conflict (id) do nothing`,
        [accessCodeId, code, generatedAt],
      );
      return;
    }
    case 'AccessCodeAssigned':
      await client.query(`update ${TABLE} set organization_id = $2 where id = $1`, [
        event.data.accessCodeId,
        event.data.organizationId,
      ]);
      return;
    case 'AccessCodeDeleted':
      await client.query(`update ${TABLE} set deleted = true, code = '' where id = $1`, [event.data.accessCodeId]);
      return;
    default:
      event satisfies never;
  }
}
