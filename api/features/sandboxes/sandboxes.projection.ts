import type { ProjectedEvent, Projection, ProjectionClient } from '../../platform/eventsourcing/projection.js';
import { evolveSandbox, type PersonalDataErased, type SandboxRow } from './sandbox-row.js';
import type { SandboxEvent } from './sandbox.events.js';

const TABLE = 'sandboxes_v1';

const COLUMNS = `id uuid, owner_id uuid, organization_id uuid, title text, content_hash text, version integer,
  access_count integer, created_at timestamptz, modified_at timestamptz, accessed_at timestamptz, deleted boolean,
  sequence bigint`;
const NAMES = COLUMNS.split(',').map((column) => column.trim().split(' ')[0]!);

type HandledEvent = ProjectedEvent<SandboxEvent | PersonalDataErased>;
type Row = SandboxRow & { readonly sequence: number };

/** Sandboxes. A deleted one is kept with a mark, so that its content is never counted as that of a new sandbox. */
export const sandboxesProjection: Projection<SandboxEvent | PersonalDataErased> = {
  name: 'sandboxes',
  version: 1,
  handles: ['SandboxCreated', 'SandboxSaved', 'SandboxOpened', 'SandboxDeleted', 'PersonalDataErased'],
  tables: [TABLE],
  schema: `
    create table ${TABLE} (
      id uuid primary key,
      owner_id uuid not null,
      organization_id uuid,
      title text not null,
      content_hash text not null,
      version integer not null,
      access_count integer not null,
      created_at timestamptz not null,
      modified_at timestamptz not null,
      accessed_at timestamptz not null,
      deleted boolean not null,
      sequence bigint not null
    );
    create index on ${TABLE} (owner_id);
    create index on ${TABLE} (accessed_at desc, id) where not deleted;
  `,
  /** Folds the whole batch in memory: two statements, regardless of the number of events. */
  async apply(client, events) {
    const rows = await load(client, events);
    for (const event of events) {
      const touched = event.type === 'PersonalDataErased' ? ownedBy(rows, event.data.userId) : [event.data.sandboxId];
      for (const id of touched) {
        const before = rows.get(id);
        // The row already includes this event.
        if (before && before.sequence >= event.sequence) continue;
        const after = evolveSandbox(before, event);
        if (after) rows.set(id, { ...after, sequence: event.sequence });
      }
    }
    await save(client, [...rows.values()]);
    return [];
  },
};

const ownedBy = (rows: ReadonlyMap<string, Row>, ownerId: string): string[] =>
  [...rows.values()].filter((row) => row.owner_id === ownerId).map(({ id }) => id);

async function load(client: ProjectionClient, events: readonly HandledEvent[]): Promise<Map<string, Row>> {
  const ids = new Set<string>();
  const erased = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'PersonalDataErased') erased.add(data.userId);
    else ids.add(data.sandboxId);
  }
  const { rows } = await client.query<Row>(
    `select * from ${TABLE} where id = any ($1::uuid[]) or owner_id = any ($2::uuid[])`,
    [[...ids], [...erased]],
  );
  return new Map(rows.map((row) => [row.id, { ...row, sequence: Number(row.sequence) }]));
}

async function save(client: ProjectionClient, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into ${TABLE} as s (${NAMES.join(', ')})
     select ${NAMES.join(', ')} from jsonb_to_recordset($1) as r (${COLUMNS})
     on conflict (id) do update set ${NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}
     where s.sequence < excluded.sequence`,
    [JSON.stringify(rows)],
  );
}
