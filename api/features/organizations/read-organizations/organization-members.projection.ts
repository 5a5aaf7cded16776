import type { ProjectedEvent, Projection, ProjectionClient } from '../../../platform/eventsourcing/projection.js';
import type { UserEvent } from '../../people/user.events.js';

const MEMBERS = 'organization_members_v1';
const TURNOVER = 'organization_turnover_v1';

type MemberEvent = Extract<
  UserEvent,
  { type: 'UserRegistered' | 'UserMovedToOrganization' | 'UserEnabled' | 'UserDisabled' | 'UserDeleted' }
>;
type Registered = Extract<MemberEvent, { type: 'UserRegistered' }>;

/**
 * Projection of the members of organizations, with the last change of each organization. Lists of organizations with counts must also
 * notice members who left.
 */
export const organizationMembersProjection: Projection<MemberEvent> = {
  name: 'organization-members',
  version: 1,
  handles: ['UserRegistered', 'UserMovedToOrganization', 'UserEnabled', 'UserDisabled', 'UserDeleted'],
  tables: [MEMBERS, TURNOVER],
  schema: `
    create table ${MEMBERS} (
      user_id uuid primary key,
      organization_id uuid,
      status text not null,
      sequence bigint not null
    );
    create index on ${MEMBERS} (organization_id);
    create table ${TURNOVER} (organization_id uuid primary key, sequence bigint not null);
  `,
  async apply(client, events) {
    let registered: ProjectedEvent<Registered>[] = [];
    for (const event of events) {
      if (event.type === 'UserRegistered') {
        registered.push(event);
        continue;
      }
      await insert(client, registered);
      registered = [];
      await change(client, event);
    }
    await insert(client, registered);
    return [{ topic: 'organizations', id: 'all' }];
  },
};

async function insert(client: ProjectionClient, events: readonly ProjectedEvent<Registered>[]): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    `with added as (
       insert into ${MEMBERS} (user_id, organization_id, status, sequence)
       select user_id, organization_id, 'enabled', sequence
       from jsonb_to_recordset($1) as e (user_id uuid, organization_id uuid, sequence bigint)
       on conflict (user_id) do nothing
       returning organization_id, sequence
     )
     insert into ${TURNOVER} (organization_id, sequence)
     select organization_id, max(sequence) from added where organization_id is not null group by organization_id
     on conflict (organization_id) do update set sequence = greatest(${TURNOVER}.sequence, excluded.sequence)`,
    [
      JSON.stringify(
        events.map(({ data, sequence }) => ({ user_id: data.userId, organization_id: data.organizationId, sequence })),
      ),
    ],
  );
}

/** Applies one change. Skips members whose row already contains it. */
async function change(
  client: ProjectionClient,
  { type, data, sequence }: Exclude<ProjectedEvent<MemberEvent>, ProjectedEvent<Registered>>,
): Promise<void> {
  const [column, value] = type === 'UserMovedToOrganization' ? ['organization_id', data.to] : ['status', STATUS[type]];
  await client.query(
    `with before as (select organization_id from ${MEMBERS} where user_id = $1 and sequence < $2),
     changed as (
       update ${MEMBERS} set ${column} = $3, sequence = $2 where user_id = $1 and sequence < $2
       returning organization_id
     )
     insert into ${TURNOVER} (organization_id, sequence)
     select organization_id, $2 from (select * from before union select * from changed) as both_ends
     where organization_id is not null
     on conflict (organization_id) do update set sequence = greatest(${TURNOVER}.sequence, excluded.sequence)`,
    [data.userId, sequence, value],
  );
}

const STATUS = { UserEnabled: 'enabled', UserDisabled: 'disabled', UserDeleted: 'deleted' } as const;
