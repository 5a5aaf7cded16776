import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { UserEvent, UserRegistered } from './user.events.js';

const TABLE = 'people_v1';

/** The people, the only read model with personal data: all others hold user ids and join when read. */
export const peopleProjection: Projection<UserEvent> = {
  name: 'people',
  version: 1,
  handles: ['UserRegistered', 'UserEnabled', 'UserDisabled', 'UserRoleChanged'],
  tables: [TABLE],
  schema: `
    create table ${TABLE} (
      id uuid primary key,
      username text not null,
      email text not null,
      first_name text not null,
      last_name text not null,
      rank_title text not null,
      role text not null,
      organization_id uuid,
      enabled boolean not null,
      sequence bigint not null
    );
    create index on ${TABLE} (organization_id);
  `,
  async apply(client, events) {
    let registered: ProjectedEvent<UserRegistered>[] = [];
    for (const event of events) {
      if (event.type === 'UserRegistered') {
        registered.push(event);
        continue;
      }
      await insert(client, registered);
      registered = [];
      await update(client, event);
    }
    await insert(client, registered);
    const changed = events.filter(({ type }) => type !== 'UserRegistered');
    return [...new Set(changed.map(({ data }) => data.userId))].map((id) => ({ topic: 'person', id }));
  },
};

async function insert(client: ProjectionClient, events: readonly ProjectedEvent<UserRegistered>[]): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    `insert into ${TABLE} (id, username, email, first_name, last_name, rank_title, role, organization_id, enabled, sequence)
     select e."userId", e.username, e.email, e."firstName", e."lastName", e."rankTitle", e.role, e."organizationId", true, e.sequence
     from jsonb_to_recordset($1) as e ("userId" uuid, username text, email text, "firstName" text, "lastName" text,
       "rankTitle" text, role text, "organizationId" uuid, sequence bigint)
     on conflict (id) do nothing`,
    [JSON.stringify(events.map(({ data, sequence }) => ({ ...data, sequence })))],
  );
}

async function update(
  client: ProjectionClient,
  event: Exclude<ProjectedEvent<UserEvent>, ProjectedEvent<UserRegistered>>,
): Promise<void> {
  const [column, value] =
    event.type === 'UserRoleChanged' ? ['role', event.data.to] : ['enabled', event.type === 'UserEnabled'];
  await client.query(`update ${TABLE} set ${column} = $2, sequence = $3 where id = $1 and sequence < $3`, [
    event.data.userId,
    value,
    event.sequence,
  ]);
}
