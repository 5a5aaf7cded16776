import type {
  LiveChange,
  ProjectedEvent,
  Projection,
  ProjectionClient,
} from '../../platform/eventsourcing/projection.js';
import { evolvePerson, type PersonRow } from './person-row.js';
import type { UserEvent } from './user.events.js';

declare module '../../platform/eventsourcing/projection.js' {
  interface LiveChangeNames {
    /** A list of users changed; the id is an organization's, or `all`. */
    users: string;
    /** A user's name or account changed; the id is the user's. Each node drops its cached rights of the user. */
    person: string;
  }
}

const PEOPLE = 'people_v2';
const FORMER_MEMBERS = 'former_members_v2';

const COLUMNS = `id uuid, username text, email text, first_name text, last_name text, rank_title text, nationality text, role text,
  organization_id uuid, access_code_id uuid, enabled boolean, deleted boolean, reset_pending_until timestamptz, search text,
  sequence bigint`;
const NAMES = COLUMNS.split(',').map((column) => column.trim().split(' ')[0]!);

/**
 * Projection of people, the only read model with personal data: all others store user ids and join on read. Deleted users keep their rows,
 * because scores name them. A user who moves leaves a tombstone in the former organization, so that its watchers remove the row.
 */
export const peopleProjection: Projection<UserEvent> = {
  name: 'people',
  version: 2,
  handles: [
    'UserRegistered',
    'UserProfileChanged',
    'UserMovedToOrganization',
    'UserEnabled',
    'UserDisabled',
    'UserRoleChanged',
    'PasswordResetRequested',
    'PasswordChanged',
    'UserDeleted',
    'PersonalDataErased',
  ],
  tables: [PEOPLE, FORMER_MEMBERS],
  schema: `
    create table ${PEOPLE} (
      id uuid primary key,
      username text not null,
      email text not null,
      first_name text not null,
      last_name text not null,
      rank_title text not null,
      nationality text,
      role text not null,
      organization_id uuid,
      access_code_id uuid,
      enabled boolean not null,
      deleted boolean not null,
      reset_pending_until timestamptz,
      search text not null,
      sequence bigint not null
    );
    create index on ${PEOPLE} (organization_id);
    create index on ${PEOPLE} (access_code_id) where access_code_id is not null;
    create index on ${PEOPLE} (lower(username), id) where not deleted;
    create index on ${PEOPLE} (sequence);
    create table ${FORMER_MEMBERS} (
      organization_id uuid,
      user_id uuid,
      sequence bigint not null,
      primary key (organization_id, user_id)
    );
  `,
  /** Folds the whole batch in memory, so that any number of events takes two statements. */
  async apply(client, events) {
    const rows = await load(client, events);
    const changes = new Map<string, LiveChange>();
    for (const event of events) {
      const { userId } = event.data;
      const before = rows.get(userId);
      const after = evolvePerson(before, event);
      if (!after) continue;
      rows.set(userId, after);
      for (const change of changesOf(event, after)) changes.set(`${change.topic} ${change.id}`, change);
    }
    await save(client, [...rows.values()]);
    await deletePeople(client, events);
    return [...changes.values()];
  },
};

async function load(
  client: ProjectionClient,
  events: readonly ProjectedEvent<UserEvent>[],
): Promise<Map<string, PersonRow>> {
  const { rows } = await client.query<PersonRow>(`select * from ${PEOPLE} where id = any ($1::uuid[])`, [
    [...new Set(events.map(({ data }) => data.userId))],
  ]);
  return new Map(rows.map((row) => [row.id, { ...row, sequence: Number(row.sequence) }]));
}

async function save(client: ProjectionClient, rows: readonly PersonRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into ${PEOPLE} as p (${NAMES.join(', ')})
     select ${NAMES.join(', ')} from jsonb_to_recordset($1) as r (${COLUMNS})
     on conflict (id) do update set ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}
     where p.sequence < excluded.sequence`,
    [JSON.stringify(rows)],
  );
}

async function deletePeople(client: ProjectionClient, events: readonly ProjectedEvent<UserEvent>[]): Promise<void> {
  const moves = events.flatMap(({ type, data, sequence }) =>
    type === 'UserMovedToOrganization' && data.from ? [{ from: data.from, id: data.userId, sequence }] : [],
  );
  if (moves.length === 0) return;
  await client.query(
    `insert into ${FORMER_MEMBERS} as f (organization_id, user_id, sequence)
     select "from", id, max(sequence) from jsonb_to_recordset($1) as m ("from" uuid, id uuid, sequence bigint) group by 1, 2
     on conflict (organization_id, user_id) do update set sequence = greatest(f.sequence, excluded.sequence)`,
    [JSON.stringify(moves)],
  );
}

/** Returns the live changes of an event. A registration publishes no `person` change, because no page shows the new user yet. */
function changesOf({ type, data }: ProjectedEvent<UserEvent>, { organization_id }: PersonRow): LiveChange[] {
  const organizations = [organization_id, type === 'UserMovedToOrganization' ? data.from : null];
  return [
    { topic: 'users', id: 'all' },
    ...organizations.flatMap((id): LiveChange[] => (id === null ? [] : [{ topic: 'users', id }])),
    ...(type === 'UserRegistered' ? [] : [{ topic: 'person', id: data.userId } as const]),
  ];
}
