import type { Projection } from '../../../platform/eventsourcing/projection.js';
import type { SeatChange } from '../seats.events.js';

const TABLE = 'seats_v1';

/** Projection of seats and when they were taken, for the sweep. Whether a seat is free is decided on the stream. */
export const seatsProjection: Projection<SeatChange> = {
  name: 'seats',
  version: 1,
  handles: ['SeatTaken', 'SeatReleased'],
  tables: [TABLE],
  schema: `
    create table ${TABLE} (
      organization_id uuid not null,
      user_id uuid not null,
      taken_at timestamptz not null,
      primary key (user_id, organization_id)
    )`,
  async apply(client, events) {
    const last = new Map(events.map((event) => [`${event.data.organizationId} ${event.data.userId}`, event]));
    const rows = [...last.values()].map((event) => ({
      organization_id: event.data.organizationId,
      user_id: event.data.userId,
      taken_at: event.type === 'SeatTaken' ? event.metadata.occurredAt : null,
    }));
    const parameters = [JSON.stringify(rows)];
    await client.query(
      `delete from ${TABLE} s using jsonb_to_recordset($1) as r (${COLUMNS})
       where s.user_id = r.user_id and s.organization_id = r.organization_id and r.taken_at is null`,
      parameters,
    );
    await client.query(
      `insert into ${TABLE} (organization_id, user_id, taken_at)
       select organization_id, user_id, taken_at from jsonb_to_recordset($1) as r (${COLUMNS}) where taken_at is not null
       on conflict (user_id, organization_id) do update set taken_at = excluded.taken_at`,
      parameters,
    );
    return [];
  },
};

const COLUMNS = 'organization_id uuid, user_id uuid, taken_at timestamptz';
