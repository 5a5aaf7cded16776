import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MIGRATIONS } from '../../api/migrations.js';
import { migrate } from '../../api/platform/database/migrate.js';
import { APP_ROLE, withClient } from '../../api/platform/database/postgres-roles.js';
import {
  findSystemPostgres,
  runClient,
  startSystemPostgres,
} from '../../api/platform/database/testing/system-postgres.js';
import { LOG_START, type RecordedEvent } from '../../api/platform/eventsourcing/message.js';
import { openNode, type PostgresNode } from '../../api/platform/eventsourcing/testing/postgres-node.js';
import { sampleEvents } from '../../api/platform/eventsourcing/testing/sample-events.js';
import { type Figure, figure } from '../bench/figure.js';
import { fault } from './testing/fault.js';

const STREAMS = 500;
const EVENTS_PER_STREAM = 4;
const NEW_EVENTS = 50;
/** Makes transaction ids far larger than those of a new cluster. */
const TRANSACTIONS = 5_000;
const PATIENCE_MS = 3_000;

const system = findSystemPostgres();
const where = system ? describe : describe.skip;

where(
  `a log restored into a fresh cluster${system ? '' : ' (needs PostgreSQL with pg_dump below /usr/lib/postgresql)'}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'ready-room-dump-'));
    const dump = join(folder, 'ready-room.dump');
    let saved: Map<string, string>;

    beforeAll(async () => {
      const source = await startSystemPostgres(system!);
      try {
        await migrate(source.adminUrl, APP_ROLE, MIGRATIONS);
        await withClient(source.adminUrl, (client) =>
          client.query(
            `do $$ begin for nth in 1..${TRANSACTIONS} loop perform pg_current_xact_id(); commit; end loop; end $$`,
          ),
        );
        const node = await openNode(source.appUrl);
        await Promise.all(Array.from({ length: STREAMS }, () => appendTo(node, EVENTS_PER_STREAM)));
        await node.close();
        saved = await eventsOf(source.superuserUrl);
        runClient(system!, 'pg_dump', ['--format=custom', `--file=${dump}`, source.adminUrl]);
      } finally {
        await source.stop();
      }
    }, 120_000);
    afterAll(() => rmSync(folder, { recursive: true }));

    fault('dump and restore into a fresh cluster', () => restore(), {
      name: 'no new epoch is opened',
      measure: () =>
        restore((url) => withClient(url, (client) => client.query('delete from log.epochs where epoch > 1'))),
    });

    async function restore(breakIt?: (url: string) => Promise<unknown>): Promise<Figure[]> {
      const target = await startSystemPostgres(system!);
      try {
        runClient(system!, 'pg_restore', ['--exit-on-error', `--dbname=${target.superuserUrl}`, dump]);
        await migrate(target.adminUrl, APP_ROLE, MIGRATIONS);
        await breakIt?.(target.superuserUrl);
        const node = await openNode(target.appUrl);
        const fresh = new Set<string>();
        for (let nth = 0; nth < NEW_EVENTS; nth += 1) for (const id of await appendTo(node, 1)) fresh.add(id);
        const seen = await readAll(node, saved.size + NEW_EVENTS);
        await node.close();
        const restored = await eventsOf(target.superuserUrl);
        const ids = new Set(seen.map(({ eventId }) => eventId));
        const lastOld = seen.findLastIndex(({ eventId }) => saved.has(eventId));
        const isEarly = ({ eventId }: RecordedEvent, nth: number): boolean => fresh.has(eventId) && nth < lastOld;
        return [
          figure('events restored', saved.size, 'events'),
          figure(
            'changed restored events',
            [...saved].filter(([id, hash]) => restored.get(id) !== hash).length,
            'events',
            {
              atMost: 0,
            },
          ),
          figure('unreadable restored events', [...saved.keys()].filter((id) => !ids.has(id)).length, 'events', {
            atMost: 0,
          }),
          figure('unreadable new events', [...fresh].filter((id) => !ids.has(id)).length, 'events', { atMost: 0 }),
          figure('new events sorted before old ones', seen.filter(isEarly).length, 'events', { atMost: 0 }),
        ];
      } finally {
        await target.stop();
      }
    }
  },
);

async function appendTo({ store }: PostgresNode, count: number): Promise<string[]> {
  const events = sampleEvents(count);
  await store.appendToStream(`dump-${randomUUID()}`, 'no-stream', events);
  return events.map(({ eventId }) => eventId);
}

async function readAll({ store }: PostgresNode, expected: number): Promise<RecordedEvent[]> {
  const subscription = store.readAll(LOG_START);
  const seen: RecordedEvent[] = [];
  for (const began = performance.now(); seen.length < expected && performance.now() - began < PATIENCE_MS;) {
    const events = await subscription.next(1_000);
    seen.push(...events);
    if (events.length === 0) await pause(20);
  }
  return seen;
}

const eventsOf = (url: string): Promise<Map<string, string>> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; hash: string }>(
      'select event_id as id, md5(e::text) as hash from log.events e',
    );
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  });
