import type { DomainEvent } from '../../platform/eventsourcing/message.js';
import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import type { Target } from '../../platform/eventsourcing/define-events.js';
import type { AuditRules } from '../../platform/eventsourcing/stream-set.js';

const AUDIT = 'audit_v2';
const TARGETS = 'audit_targets_v2';

const COLUMNS = `sequence bigint, event_id uuid, stream text, version integer, type text, actor_id uuid, actor_role text,
  target_type text, target_id text, organization_id uuid, recorded_at timestamptz, request_id text, is_second boolean`;
const NAMES = COLUMNS.split(',').map((column) => column.trim().split(' ')[0]!);

/** The organization of a target, and the event that set it. */
interface AuditLocation {
  readonly organizationId: string | null;
  readonly sequence: number;
}

/**
 * Index of events for the audit: actor, time, action and target. Contains no personal data. Changes, names and addresses are read from the
 * log for each request, so that an erasure affects them. `recorded_at` is the time by the database's clock, which the whole audit uses.
 * `organization_id` is the target's organization directly after the event. An event with two targets has a second row, shown only in lists
 * of one target.
 */
export const auditProjection = (rules: AuditRules): Projection => ({
  name: 'audit',
  version: 2,
  handles: [...rules.keys()],
  tables: [AUDIT, TARGETS],
  schema: `
    create table ${AUDIT} (
      sequence bigint not null,
      event_id uuid not null,
      stream text collate "C" not null,
      version integer not null,
      type text collate "C" not null,
      actor_id uuid,
      actor_role text not null,
      target_type text collate "C" not null,
      target_id text collate "C" not null,
      organization_id uuid,
      recorded_at timestamptz not null,
      request_id text not null,
      is_second boolean not null,
      primary key (sequence, is_second)
    );
    create index on ${AUDIT} (recorded_at, sequence);
    create index on ${AUDIT} (target_type, target_id, recorded_at, sequence);
    create index on ${AUDIT} (actor_id, recorded_at, sequence);
    create index on ${AUDIT} (type, recorded_at, sequence);
    create table ${TARGETS} (
      target_type text collate "C",
      target_id text collate "C",
      organization_id uuid,
      sequence bigint not null,
      primary key (target_type, target_id)
    );
  `,
  async apply(client, events) {
    const listed = events.map((event) => ({ event, targets: targetsOf(event, rules) }));
    const places = await loadPlaces(
      client,
      listed.flatMap(({ targets }) => targets),
    );
    const rows = listed.flatMap(({ event, targets }) =>
      targets.map((target, index) => {
        const known = places.get(keyOf(target));
        const set = rules.get(event.type)?.organization?.(event.data);
        const organizationId = set === undefined ? (known?.organizationId ?? null) : set;
        // A repeated batch finds the organizations that it stored before, and must not replace them with older ones.
        if (!known || known.sequence < event.sequence)
          places.set(keyOf(target), { organizationId, sequence: event.sequence });
        return { ...rowOf(event, target, organizationId), is_second: index > 0 };
      }),
    );
    await client.query(
      `insert into ${AUDIT} (${NAMES.join(', ')}) select ${NAMES.join(', ')} from jsonb_to_recordset($1) as r (${COLUMNS})
       on conflict (sequence, is_second) do nothing`,
      [JSON.stringify(rows)],
    );
    await saveLocations(client, places);
    return [];
  },
});

/** Returns the targets that an event is listed under. */
function targetsOf({ type, data }: DomainEvent, rules: AuditRules): Target[] {
  const rule = rules.get(type);
  return [rule?.target(data), rule?.otherTarget?.(data)].filter((target) => target !== undefined);
}

function rowOf(event: ProjectedEvent, target: Target, organizationId: string | null): object {
  const { actorId, actorRole, requestId } = event.metadata;
  return {
    sequence: event.sequence,
    event_id: event.eventId,
    stream: event.stream,
    version: event.version,
    type: event.type,
    actor_id: personOf(actorId, target),
    actor_role: actorRole,
    target_type: target.type,
    target_id: target.id,
    organization_id: organizationId,
    recorded_at: event.recordedAt,
    request_id: requestId,
  };
}

/**
 * Returns the acting person; null for the platform. Requests without a sign-in, such as registrations and resets, count as actions of the
 * account itself.
 */
function personOf(actorId: string, target: Target): string | null {
  if (actorId === 'system') return null;
  if (actorId !== 'anonymous') return actorId;
  return target.type === 'user' ? target.id : null;
}

const keyOf = ({ type, id }: Target): string => `${type} ${id}`;

async function loadPlaces(client: ProjectionClient, targets: readonly Target[]): Promise<Map<string, AuditLocation>> {
  const { rows } = await client.query<{ type: string; id: string; organization_id: string | null; sequence: string }>(
    `select target_type as type, target_id as id, organization_id, sequence from ${TARGETS}
     where (target_type, target_id) in (select * from unnest($1::text[], $2::text[]))`,
    [targets.map(({ type }) => type), targets.map(({ id }) => id)],
  );
  return new Map(
    rows.map((row) => [
      `${row.type} ${row.id}`,
      { organizationId: row.organization_id, sequence: Number(row.sequence) },
    ]),
  );
}

async function saveLocations(client: ProjectionClient, places: ReadonlyMap<string, AuditLocation>): Promise<void> {
  const rows = [...places].map(([key, { organizationId, sequence }]) => {
    const [target_type, target_id] = key.split(' ');
    return { target_type, target_id, organization_id: organizationId, sequence };
  });
  await client.query(
    `insert into ${TARGETS} as t (target_type, target_id, organization_id, sequence)
     select * from jsonb_to_recordset($1)
       as r (target_type text, target_id text, organization_id uuid, sequence bigint)
     on conflict (target_type, target_id) do update
       set organization_id = excluded.organization_id, sequence = excluded.sequence
       where t.sequence < excluded.sequence`,
    [JSON.stringify(rows)],
  );
}
